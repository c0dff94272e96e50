import type {
  IAuthenticateGeneric,
  ICredentialTestRequest,
  ICredentialType,
  Icon,
  INodeProperties,
} from 'n8n-workflow';

/** Base URL and API key of a platform. */
export class UtilityApi implements ICredentialType {
  name = 'utilityApi';

  displayName = 'Utility API';

  icon: Icon = { light: 'file:../icons/utility-api.svg', dark: 'file:../icons/utility-api.dark.svg' };

  documentationUrl = 'https://www.npmjs.com/package/n8n-nodes-utility-api';

  properties: INodeProperties[] = [
    {
      displayName: 'Base URL',
      name: 'baseUrl',
      type: 'string',
      default: '',
      required: true,
      placeholder: 'https://api.example.com',
      description: 'Address of the platform, without a path',
    },
    {
      displayName: 'API Key',
      name: 'apiKey',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      required: true,
      description: 'Key of your account. One that begins with ua_test_ returns example data free of charge',
    },
  ];

  authenticate: IAuthenticateGeneric = {
    type: 'generic',
    properties: { headers: { 'X-API-Key': '={{$credentials.apiKey}}' } },
  };

  test: ICredentialTestRequest = {
    request: { baseURL: '={{$credentials.baseUrl.replace(/\\/+$/, "")}}', url: '/v1/account' },
  };
}
