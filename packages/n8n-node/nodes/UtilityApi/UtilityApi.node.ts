import { type INodeType, type INodeTypeDescription, NodeConnectionTypes } from 'n8n-workflow';
import { completeFields, receive } from './exchange';
import { properties } from './generated/properties';

/** Node with the endpoints and routes of a platform as its operations. */
export class UtilityApi implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Utility API',
    name: 'utilityApi',
    icon: { light: 'file:../../icons/utility-api.svg', dark: 'file:../../icons/utility-api.dark.svg' },
    group: ['transform'],
    version: 1,
    subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
    description:
      'Create QR codes and hosted pages, compute VAT, convert currencies, check emails, and more, with a utility-api platform',
    defaults: { name: 'Utility API' },
    usableAsTool: true,
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'utilityApi', required: true }],
    requestDefaults: {
      baseURL: '={{ $credentials.baseUrl.replace(/\\/+$/, "") }}',
      headers: { Accept: 'application/json' },
      // Files and errors are read from the same bytes.
      encoding: 'arraybuffer',
      ignoreHttpStatusErrors: true,
    },
    properties: [
      ...properties,
      {
        displayName: 'Exchange',
        name: 'exchange',
        type: 'hidden',
        default: '',
        routing: { send: { preSend: [completeFields] }, output: { postReceive: [receive] } },
      },
    ],
  };
}
