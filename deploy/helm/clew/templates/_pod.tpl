{{- /* What the pods of all roles have in common. Each is called with (dict "root" $ "role" "web"). */ -}}

{{- define "clew.name" -}}
{{- printf "%s-%s" .root.Release.Name .role | trunc 52 | trimSuffix "-" -}}
{{- end -}}

{{- define "clew.selector" -}}
app.kubernetes.io/name: clew
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .role }}
{{- end -}}

{{- define "clew.labels" -}}
{{ include "clew.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end -}}

{{- define "clew.image" -}}
{{- with .root.Values.image -}}
{{- if .digest -}}{{ .repository }}@{{ .digest }}{{- else -}}{{ .repository }}:{{ .tag | default $.root.Chart.AppVersion }}{{- end -}}
{{- end -}}
{{- end -}}

{{- define "clew.podMetadata" -}}
labels:
  {{- include "clew.labels" . | nindent 2 }}
annotations:
  # A change of the settings starts the pods again.
  checksum/settings: {{ include (print .root.Template.BasePath "/settings.yaml") .root | sha256sum }}
{{- end -}}

{{- define "clew.podSecurity" -}}
automountServiceAccountToken: false
enableServiceLinks: false
# The balancer has five seconds to notice (CLEW_DRAIN_SECONDS), requests have ten to end, and jobs twenty.
terminationGracePeriodSeconds: 45
{{- with .root.Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile: { type: RuntimeDefault }
{{- end -}}

{{- define "clew.spread" -}}
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "clew.selector" . | nindent 8 }}
{{- end -}}

{{- define "clew.environment" -}}
image: {{ include "clew.image" . }}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
envFrom:
  - configMapRef: { name: {{ .root.Release.Name }}-settings }
  - secretRef: { name: {{ required "existingSecret names the secret with DATABASE_URL and CLEW_MASTER_KEY" .root.Values.existingSecret }} }
{{- end -}}

{{- define "clew.ports" -}}
- { name: http, containerPort: 8080 }
{{- if .root.Values.metrics.enabled }}
- { name: metrics, containerPort: {{ .root.Values.metrics.port }} }
{{- end }}
{{- end -}}

{{- define "clew.probes" -}}
# Migrations run before it listens. `live` fails for a process that hangs, `ready` for one without its database.
startupProbe:
  httpGet: { path: /api/v1/health/live/, port: http }
  periodSeconds: 2
  failureThreshold: 150
livenessProbe:
  httpGet: { path: /api/v1/health/live/, port: http }
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 6
readinessProbe:
  httpGet: { path: /api/v1/health/ready/, port: http }
  periodSeconds: 5
  timeoutSeconds: 4
  failureThreshold: 2
{{- end -}}

{{- define "clew.mounts" -}}
volumeMounts:
  - { name: data, mountPath: /data }
  - { name: tmp, mountPath: /tmp }
{{- end -}}

{{- define "clew.claim" -}}
accessModes: [ReadWriteOnce]
{{- with .root.Values.storageClass }}
storageClassName: {{ . }}
{{- end }}
resources:
  requests:
    storage: {{ .storage }}
{{- end -}}
