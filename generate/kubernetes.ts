import { projectFile } from '../shared/process/project-file.js';
import { renderChart } from '../test/helpers/helm.js';

export const KUBERNETES_BASE = projectFile('deploy/kubernetes/base/platform.yaml');

/** Values of the base: Kustomize has no hooks, and overlays replace the hosts. */
const VALUES = [
  'settings.BASE_URL=https://api.example.com',
  'settings.PAGES_URL=https://pages.example.com',
  'ingress.enabled=true',
  'ingress.tlsSecretName=utility-api-tls',
  'indexes.enabled=false',
];

/** Renders the base of Kustomize from the Helm chart. */
export const renderKubernetesBase = async (): Promise<string> =>
  `# Generated from the chart by \`npm run generate\`: do not edit.\n${await renderChart(VALUES)}`;
