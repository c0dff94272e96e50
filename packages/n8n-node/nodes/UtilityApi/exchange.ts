import {
  type IDataObject,
  type IExecuteSingleFunctions,
  type IHttpRequestOptions,
  type IN8nHttpFullResponse,
  type INodeExecutionData,
  type JsonObject,
  NodeApiError,
} from 'n8n-workflow';

/** Name of the binary field in which files are returned. */
const BINARY_FIELD = 'data';

/** Replaces the name of a binary field of the item with its file, in fields that take files as base64. */
export async function attachFiles(
  this: IExecuteSingleFunctions,
  request: IHttpRequestOptions,
): Promise<IHttpRequestOptions> {
  const { binary = {} } = this.getInputData();
  const body: IDataObject = { ...(request.body as IDataObject) };
  for (const [name, value] of Object.entries(body)) {
    if (!name.endsWith('_base64') || typeof value !== 'string' || !(value in binary)) continue;
    body[name] = (await this.helpers.getBinaryDataBuffer(value)).toString('base64');
  }
  return { ...request, body };
}

/**
 * Returns the response as an item. Files, and pictures within JSON, become binary data.
 *
 * @throws NodeApiError with the message of the platform if the response is an error
 */
export async function receive(
  this: IExecuteSingleFunctions,
  _: INodeExecutionData[],
  { statusCode, headers, body }: IN8nHttpFullResponse,
): Promise<INodeExecutionData[]> {
  const bytes = Buffer.from(body as unknown as ArrayBuffer);
  const type = String(headers['content-type'] ?? '').replace(/;.*/, '');
  const pairedItem = { item: this.getItemIndex() };
  const isJson = type.endsWith('json');
  if (statusCode >= 400) throw errorOf(this, statusCode, isJson ? JSON.parse(bytes.toString()) : {});
  if (!isJson) {
    const name = /filename="?([^";]+)/.exec(String(headers['content-disposition'] ?? ''))?.[1];
    const file = await this.helpers.prepareBinaryData(bytes, name, type);
    return [{ json: noticeOf(headers), binary: { [BINARY_FIELD]: file }, pairedItem }];
  }
  const { data_base64: picture, ...json } = JSON.parse(bytes.toString());
  if (typeof picture !== 'string' || typeof json.mime !== 'string')
    return [
      { json: { ...noticeOf(headers), ...json, ...(picture !== undefined && { data_base64: picture }) }, pairedItem },
    ];
  const name = typeof json.filename === 'string' ? json.filename : undefined;
  const file = await this.helpers.prepareBinaryData(Buffer.from(picture, 'base64'), name, json.mime);
  return [{ json: { ...noticeOf(headers), ...json }, binary: { [BINARY_FIELD]: file }, pairedItem }];
}

/** Returns a warning if the response is not about the input. Agents would report example data as facts. */
function noticeOf(headers: IDataObject): IDataObject {
  if (headers['x-mode'] === 'test') return { notice: 'Example data of a test key. It does not depend on your input.' };
  if (headers['x-upstream'] === 'sandbox')
    return { notice: 'Invented data: an upstream of this platform is a sandbox.' };
  return {};
}

function errorOf(node: IExecuteSingleFunctions, status: number, body: IDataObject): NodeApiError {
  const { error, type, errors, request_id: id, doc_url: url } = body;
  const others = Array.isArray(errors) ? (errors as IDataObject[]).map((one) => String(one.message ?? one.error)) : [];
  const details = [type && `Type: ${type}`, ...others, id && `Request: ${id}`, url].filter(Boolean);
  return new NodeApiError(node.getNode(), body as JsonObject, {
    message: String(error ?? `The platform returned status ${status}`),
    description: details.join('\n'),
    httpCode: String(status),
    itemIndex: node.getItemIndex(),
  });
}
