import type { Command } from 'commander';
import type { ResponseMetadata } from 'utility-api-client';
import { type CatalogueEndpoint, catalogueEndpoints } from 'utility-api-client/catalogue';
import { connect } from './access.js';
import { type CommandOptions, callOptions, withCallOptions } from './command-options.js';
import { addFieldOptions, type Fields, readFields } from './fields.js';
import { findWarning, print, say } from './output.js';
import { canSave, saveFile, withFormat } from './save-file.js';
import { watch } from './watch.js';

/** Adds a command for each endpoint, by group. */
export function addEndpointCommands(program: Command): void {
  for (const endpoint of catalogueEndpoints) {
    const { id, group, description, credits, rules, fields } = endpoint;
    const command = program
      .command(id)
      .helpGroup(`${group}:`)
      .summary(`${endpoint.title}, ${credits} credits`)
      .description(`${description} Costs ${credits} credits.`);
    addFieldOptions(command, fields, rules);
    withCallOptions(command, canSave(endpoint)).action((options: Fields & CommandOptions) =>
      callEndpoint(endpoint, options),
    );
  }
}

const callEndpoint = ({ id, fields }: CatalogueEndpoint, options: Fields & CommandOptions): Promise<void> =>
  sendRequest({ id, fields }, readFields(fields, options), options);

/**
 * Sends a request to an endpoint, and prints or saves its response.
 *
 * @param isForModel true if a warning is a part of the result, since a model reads nothing else
 */
export async function sendRequest(
  { id, fields }: Pick<CatalogueEndpoint, 'id' | 'fields'>,
  input: Fields,
  options: CommandOptions,
  isForModel = false,
): Promise<void> {
  const request = options.save === undefined ? input : withFormat(fields, input, options.save);
  let metadata: ResponseMetadata | undefined;
  const api = connect((received) => {
    // Those after the first are of the job that the request has become.
    metadata ??= received;
  });
  try {
    if (options.async) {
      const { id: job_id } = await api.submit(id, request, callOptions(options));
      print({ job_id }, options);
      return;
    }
    const response = options.watch
      ? await watch(await api.submit(id, request, callOptions(options)))
      : await api.call(id, request, callOptions(options));
    const result = options.save === undefined ? response : await saveFile(response, options.save);
    const warning = findWarning(metadata);
    if (isForModel && warning !== undefined) print(withNotice(result, warning), options);
    else print(result, options, warning);
  } finally {
    if (metadata) sayCost(metadata);
  }
}

/** Puts a warning before a result, as its first field. */
const withNotice = (result: unknown, notice: string): object =>
  Array.isArray(result) ? { notice, items: result } : { notice, ...Object(result) };

function sayCost({ creditsCost, creditsRemaining, requestId }: ResponseMetadata): void {
  const balance = creditsRemaining === undefined ? '' : `, ${creditsRemaining} left`;
  if (creditsCost !== undefined) say(`${creditsCost} credits${balance}, request ${requestId}`);
}
