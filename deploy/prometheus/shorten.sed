# Shortens the times of the rules for a trial or a test, where windows close every few seconds and Prometheus scrapes every second:
#   sed -f deploy/prometheus/shorten.sed deploy/prometheus/rules/kahkm.alerts.yml
s/^\( *for:\) [0-9]*m$/\1 5s/
s/\[\(2\|5\|10\)m\]/[20s]/g
s/\[1h\]/[30s]/g
s/\[1d\]/[10m]/g
s/offset 1h/offset 30s/g
s/offset 30m/offset 1m/g
s/offset 1d/offset 5m/g
