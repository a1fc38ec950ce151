{{/* Names of a release: its own, and "kahkm" behind it where it does not say so itself. */}}
{{- define "kahkm.fullname" -}}
{{- if contains "kahkm" .Release.Name -}}
{{- .Release.Name | trunc 52 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-kahkm" (.Release.Name | trunc 46 | trimSuffix "-") -}}
{{- end -}}
{{- end -}}

{{/* What selects the engine's pods. The rules expect job="kahkm", which the ServiceMonitor takes from the first. */}}
{{- define "kahkm.selector" -}}
app.kubernetes.io/name: kahkm
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/component: engine
{{- end -}}

{{- define "kahkm.labels" -}}
{{ include "kahkm.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/part-of: kahkm
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end -}}

{{/* The topology file as a tree, as JSON. Whatever would only fail in the pod and can be seen here is refused here. */}}
{{- define "kahkm.topology" -}}
{{- if not .Values.topology -}}
{{- fail "topology is empty, give the topology file: --set-file topology=plant.yaml" -}}
{{- end -}}
{{- $file := fromYaml .Values.topology -}}
{{- if hasKey $file "Error" -}}
{{- fail (printf "topology is no YAML mapping: %s" $file.Error) -}}
{{- end -}}
{{- if not $file.name -}}
{{- fail "topology: name is missing" -}}
{{- end -}}
{{- $telemetry := default dict $file.telemetry -}}
{{- if has (default "127.0.0.1" $telemetry.bind) (list "127.0.0.1" "localhost" "::1") -}}
{{- fail "topology: telemetry.bind is the loopback interface, where no probe reaches it; in a pod it must be 0.0.0.0" -}}
{{- end -}}
{{- if and (hasKey $telemetry "port") (eq (int $telemetry.port) 0) -}}
{{- fail (printf "topology: telemetry.port is %v, in a pod it must be a fixed port" $telemetry.port) -}}
{{- end -}}
{{- range $key := list "file" "shadow" -}}
{{- $path := index (default dict $file.model) $key -}}
{{- if and (or $path (eq $key "file")) (not (hasPrefix "/models/" (default "" $path))) -}}
{{- fail (printf "topology: model.%s is %v, in a pod it must lie in /models/" $key (default "missing" $path)) -}}
{{- end -}}
{{- end -}}
{{- if contains "${" (include "kahkm.applicationOf" $file) -}}
{{- fail "topology: application.id has a variable, the chart needs it written out" -}}
{{- end -}}
{{- if not (or .Values.kafka.bootstrap (index (default dict $file.kafka) "bootstrap.servers")) -}}
{{- fail "kafka.bootstrap is empty, and the topology file has no kafka.bootstrap.servers" -}}
{{- end -}}
{{- toJson $file -}}
{{- end -}}

{{/* The application id of a topology file's tree. */}}
{{- define "kahkm.applicationOf" -}}
{{- default .name (default dict .application).id -}}
{{- end -}}

{{- define "kahkm.application" -}}
{{- include "kahkm.applicationOf" (include "kahkm.topology" . | fromJson) -}}
{{- end -}}

{{- define "kahkm.port" -}}
{{- $file := include "kahkm.topology" . | fromJson -}}
{{- int (default 9464 (default dict $file.telemetry).port) -}}
{{- end -}}

{{- define "kahkm.image" -}}
{{ .Values.image.repository }}:{{ default .Chart.AppVersion .Values.image.tag }}
{{- end -}}

{{- define "kahkm.bootstrap" -}}
{{- $file := include "kahkm.topology" . | fromJson -}}
{{- default (index (default dict $file.kafka) "bootstrap.servers") .Values.kafka.bootstrap -}}
{{- end -}}

{{/* Ports of "host:port,..." or of an address with a scheme, as rules of a network policy, each once. */}}
{{- define "kahkm.ports" -}}
{{- $ports := dict -}}
{{- range $entry := splitList "," .text -}}
{{- $entry = trim $entry -}}
{{- $hostPort := regexReplaceAll "^[a-zA-Z]+://([^/]*@)?([^/]*).*$" $entry "${2}" -}}
{{- $port := regexFind "[0-9]+$" (regexFind ":[0-9]+$" $hostPort) -}}
{{- if and (not $port) (hasPrefix "https://" $entry) -}}{{- $port = "443" -}}{{- end -}}
{{- if and (not $port) (hasPrefix "http://" $entry) -}}{{- $port = "80" -}}{{- end -}}
{{- if not $port -}}
{{- fail (printf "%s is %s, whose port the network policy cannot see: write it out, or set networkPolicy.enabled=false" $.name $entry) -}}
{{- end -}}
{{- $_ := set $ports $port true -}}
{{- end -}}
{{- range $port, $_ := $ports }}
- {protocol: TCP, port: {{ $port }}}
{{- end -}}
{{- end -}}

{{/* Secret of the login at the brokers: given, or the one that Strimzi makes for its user. */}}
{{- define "kahkm.loginSecret" -}}
{{- if .Values.kafka.login.secret -}}
{{- .Values.kafka.login.secret -}}
{{- else if .Values.strimzi.user -}}
{{- include "kahkm.fullname" . -}}
{{- end -}}
{{- end -}}

{{- define "kahkm.caSecret" -}}
{{- if .Values.kafka.login.caSecret -}}
{{- .Values.kafka.login.caSecret -}}
{{- else if .Values.kafka.login.secret -}}
{{- .Values.kafka.login.secret -}}
{{- else -}}
{{- printf "%s-cluster-ca-cert" .Values.strimzi.cluster -}}
{{- end -}}
{{- end -}}

{{/* Rules and dashboards are those of the project; a checkout without symbolic links has none of them. */}}
{{- define "kahkm.file" -}}
{{- $text := .root.Files.Get .path -}}
{{- if not $text -}}
{{- fail (printf "%s is missing from the chart: it is a symbolic link, which this checkout or archive has lost" .path) -}}
{{- end -}}
{{- with .root.Values.monitoring.documentation -}}
{{- $text = replace "docs/operate/" (printf "%s/operate/" (trimSuffix "/" .)) $text -}}
{{- end -}}
{{- $text -}}
{{- end -}}

{{/* No rights, and nothing written but to volumes. */}}
{{- define "kahkm.container" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: {drop: [ALL]}
{{- end -}}
