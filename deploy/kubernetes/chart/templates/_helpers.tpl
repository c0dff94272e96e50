{{/* Labels that select the pods of a process: (list $ "api"), or of all processes: (list $ "") */}}
{{- define "selector" -}}
{{- $root := index . 0 -}}
app.kubernetes.io/name: utility-api
app.kubernetes.io/instance: {{ $root.Release.Name }}
{{- with index . 1 }}
app.kubernetes.io/component: {{ . }}
{{- end }}
{{- end }}

{{- define "labels" -}}
{{ include "selector" . }}
app.kubernetes.io/version: {{ (index . 0).Chart.AppVersion | quote }}
{{- end }}

{{/* Metadata of an object: (list $ "utility-api-api" "api") */}}
{{- define "metadata" -}}
name: {{ index . 1 }}
labels:
  {{- include "labels" (list (index . 0) (index . 2)) | nindent 2 }}
{{- end }}

{{/* Image of a container: (list $ $tag), of the release without a tag */}}
{{- define "image" -}}
{{- $root := index . 0 -}}
{{ $root.Values.image.repository }}:{{ coalesce (index . 1) $root.Values.image.tag $root.Chart.AppVersion }}
{{- end }}

{{/* Host of the URL of a setting. */}}
{{- define "host" -}}
{{ (urlParse .).host }}
{{- end }}

{{/* Settings that are not secret. */}}
{{- define "settings" -}}
{{- $_ := required "settings.BASE_URL is required: the public URL of the API" .Values.settings.BASE_URL -}}
{{- range $process := .Values.processes }}
{{- range $process.secrets }}
{{- if hasKey $.Values.settings . }}
{{- fail (printf "%s is secret: put it into the Secret %s, not into settings" . $.Values.secretName) }}
{{- end }}
{{- end }}
{{- end -}}
METRICS_PORT: "9464"
{{- range $name, $value := .Values.settings }}
{{ $name }}: {{ $value | quote }}
{{- end }}
{{- if .Values.terms }}
TERMS_FILE: /etc/utility-api/terms.md
{{- end }}
{{- if .Values.privacy }}
PRIVACY_FILE: /etc/utility-api/privacy.md
{{- end }}
{{- end }}

{{/* Environment of a container: (list $ (list "REDIS_URL")) */}}
{{- define "environment" -}}
envFrom:
  - configMapRef:
      name: {{ (index . 0).Release.Name }}
env:
  {{- range index . 1 }}
  - name: {{ . }}
    valueFrom:
      secretKeyRef:
        name: {{ (index $ 0).Values.secretName }}
        key: {{ . }}
        {{- if not (has . (list "REDIS_URL" "MONGODB_URL")) }}
        optional: true
        {{- end }}
  {{- end }}
{{- end }}

{{- define "podSecurity" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile:
    type: RuntimeDefault
{{- end }}

{{- define "containerSecurity" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
{{- end }}
