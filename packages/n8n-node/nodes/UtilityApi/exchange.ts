import {
  type IDataObject,
  type IExecuteSingleFunctions,
  type IHttpRequestOptions,
  type IN8nHttpFullResponse,
  type INodeExecutionData,
  type JsonObject,
  NodeApiError,
  NodeOperationError,
} from 'n8n-workflow';

/** Name of the binary field in which files are returned. */
const BINARY_FIELD = 'data';

/**
 * Completes the fields of a request: rows are sent without what was left empty, and the name of a binary field of the item is
 * replaced with its file in fields that take files as base64.
 *
 * @throws NodeOperationError for an id that URLs read as another path: an empty one, `.` and `..`, which no encoding changes
 */
export async function completeFields(
  this: IExecuteSingleFunctions,
  request: IHttpRequestOptions,
): Promise<IHttpRequestOptions> {
  const { binary = {} } = this.getInputData();
  const wrong = request.url.split('/').find((segment, index) => index > 0 && /^\.{0,2}$/.test(segment));
  if (wrong !== undefined)
    throw new NodeOperationError(this.getNode(), `"${wrong}" is not an id`, { itemIndex: this.getItemIndex() });
  const body: IDataObject = {};
  for (const [name, value] of Object.entries((request.body ?? {}) as IDataObject)) {
    const isFile = name.endsWith('_base64') && typeof value === 'string' && Object.hasOwn(binary, value);
    body[name] = isFile ? (await this.helpers.getBinaryDataBuffer(value)).toString('base64') : readRows(value);
  }
  // A redirect would show the key to another host.
  return { ...request, body, disableFollowRedirect: true };
}

/** Returns the rows of a collection, and any other value as it is. */
function readRows(value: IDataObject[string]): IDataObject[string] {
  const { row, ...others } = Object(value) as { row?: IDataObject | IDataObject[] };
  if (row === undefined || Object.keys(others).length > 0) return value;
  return Array.isArray(row) ? row.map(withoutEmpty) : withoutEmpty(row);
}

const withoutEmpty = (row: IDataObject): IDataObject =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== ''));

/**
 * Returns the response as an item. Files, and pictures within JSON, become binary data.
 *
 * @throws NodeApiError with the message of the platform if the response is an error, or a redirect
 */
export async function receive(
  this: IExecuteSingleFunctions,
  _: INodeExecutionData[],
  { statusCode, headers, body }: IN8nHttpFullResponse,
): Promise<INodeExecutionData[]> {
  const bytes = Buffer.from(body as unknown as ArrayBuffer);
  const type = String(headers['content-type'] ?? '').replace(/;.*/, '');
  const pairedItem = { item: this.getItemIndex() };
  const notice = createNotice(headers);
  // JSON lines (`application/x-ndjson`) are a file.
  const isJson = /[/+]json$/.test(type);
  if (statusCode >= 300) throw createError(this, statusCode, isJson ? JSON.parse(bytes.toString()) : {});
  if (!isJson) {
    const name = /filename="?([^";]+)/.exec(String(headers['content-disposition'] ?? ''))?.[1];
    const file = await this.helpers.prepareBinaryData(bytes, name, type);
    return [{ json: notice, binary: { [BINARY_FIELD]: file }, pairedItem }];
  }
  const json = JSON.parse(bytes.toString());
  const { data_base64: picture, ...others } = json;
  if (typeof picture !== 'string' || typeof json.mime !== 'string')
    return [{ json: { ...notice, ...json }, pairedItem }];
  const name = typeof json.filename === 'string' ? json.filename : undefined;
  const file = await this.helpers.prepareBinaryData(Buffer.from(picture, 'base64'), name, json.mime);
  return [{ json: { ...notice, ...others }, binary: { [BINARY_FIELD]: file }, pairedItem }];
}

/** Returns a warning if the response is not about the input. Agents would report example data as facts. */
function createNotice(headers: IDataObject): IDataObject {
  if (headers['x-mode'] === 'test') return { notice: 'Example data of a test key. It does not depend on your input.' };
  if (headers['x-upstream'] === 'sandbox')
    return { notice: 'Invented data: an upstream of this platform is a sandbox.' };
  return {};
}

function createError(node: IExecuteSingleFunctions, status: number, body: IDataObject): NodeApiError {
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
