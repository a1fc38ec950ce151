#!/usr/bin/env bash
# The engine with Prometheus and Alertmanager on this machine, without Docker: the committed configuration, only addresses replaced.
#
#   deploy/local.sh [--short] [demo [TOPOLOGY] | run TOPOLOGY [OPTION...]]        default: demo
#
# --short shortens the times of the rules (deploy/prometheus/shorten.sed) and scrapes every second, so that the demo's fault is an
# alert within half a minute. Debian: apt-get install prometheus prometheus-alertmanager. Ports, all on 127.0.0.1, are 9464 (engine),
# 9090 (Prometheus) and 9093 (Alertmanager) unless KAHKM_TELEMETRY_PORT, PROMETHEUS_PORT or ALERTMANAGER_PORT say otherwise.
# Ctrl-C ends everything; so does the end of any of the three.
set -euo pipefail
home="$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)"

fail() {
  echo "local.sh: $1" >&2
  exit 2
}

short=false
case "${1:-}" in
  -h | --help)
    sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "${BASH_SOURCE[0]}"
    exit 0
    ;;
  --short)
    short=true
    shift
    ;;
esac
[ $# -gt 0 ] || set -- demo
case "$1" in
  demo | run) ;;
  *) fail "\"$1\" is none of: demo, run" ;;
esac
topology="${2:-vanderpol}"

# Debian names it so because another package has the short name.
alertmanager="$(command -v prometheus-alertmanager || command -v alertmanager)" ||
  fail "alertmanager is not installed (Debian: apt-get install prometheus-alertmanager)"
command -v prometheus >/dev/null || fail "prometheus is not installed (Debian: apt-get install prometheus)"

export KAHKM_TELEMETRY_PORT="${KAHKM_TELEMETRY_PORT:-9464}"
prometheus_port="${PROMETHEUS_PORT:-9090}"
alertmanager_port="${ALERTMANAGER_PORT:-9093}"
for port in "$KAHKM_TELEMETRY_PORT" "$prometheus_port" "$alertmanager_port"; do
  if (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then
    fail "port $port is taken; KAHKM_TELEMETRY_PORT, PROMETHEUS_PORT and ALERTMANAGER_PORT choose others"
  fi
done

application="$("$home/kahkm" check "$topology" | sed -n '/^application:/,/^[^ ]/s/^ *id: *//p' | tr -d "\"'")"
[ -n "$application" ] || fail "$topology names no application"

work="$(mktemp -d "${TMPDIR:-/tmp}/kahkm-local.XXXXXX")"
pids=()
stop() {
  trap '' INT TERM
  if [ ${#pids[@]} -gt 0 ]; then
    kill -TERM "${pids[@]}" 2>/dev/null || true
    wait "${pids[@]}" 2>/dev/null || true
  fi
  rm -rf "$work"
}
trap stop EXIT
trap 'exit 0' INT TERM

mkdir "$work/rules"
for file in "$home"/deploy/prometheus/rules/*.yml; do
  if $short; then
    sed -f "$home/deploy/prometheus/shorten.sed" "$file"
  else
    cat "$file"
  fi | sed "s#runbook_url: docs/#runbook_url: file://$home/docs/#" >"$work/rules/$(basename "$file")"
done
interval=15s
if $short; then interval=1s; fi
sed -e "s/_interval: 15s/_interval: $interval/" \
  -e "s/alertmanager:9093/127.0.0.1:$alertmanager_port/" \
  -e "s/engine:9464/127.0.0.1:$KAHKM_TELEMETRY_PORT/" \
  -e "s/application: vanderpol/application: $application/" \
  "$home/deploy/prometheus/prometheus.yml" >"$work/prometheus.yml"

"$alertmanager" --config.file="$home/deploy/alertmanager/alertmanager.yml" --storage.path="$work/alertmanager" \
  --cluster.listen-address= --web.listen-address="127.0.0.1:$alertmanager_port" \
  >"$work/alertmanager.log" 2>&1 </dev/null &
pids+=($!)
prometheus --config.file="$work/prometheus.yml" --storage.tsdb.path="$work/prometheus" \
  --web.listen-address="127.0.0.1:$prometheus_port" >"$work/prometheus.log" 2>&1 </dev/null &
pids+=($!)
echo "live page:    http://127.0.0.1:$KAHKM_TELEMETRY_PORT/"
echo "Prometheus:   http://127.0.0.1:$prometheus_port/alerts"
echo "Alertmanager: http://127.0.0.1:$alertmanager_port/#/alerts"
"$home/kahkm" "$@" </dev/null &
pids+=($!)

code=0
wait -n "${pids[@]}" || code=$?
if kill -0 "${pids[2]}" 2>/dev/null; then
  echo "local.sh: Prometheus or Alertmanager ended:" >&2
  tail -n 5 "$work/prometheus.log" "$work/alertmanager.log" >&2
  code=1
fi
exit "$code"
