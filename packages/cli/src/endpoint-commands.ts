import type { Command } from 'commander';
import { type CatalogueEndpoint, catalogueEndpoints } from 'utility-api-client/catalogue';
import { connect } from './access.js';
import { addFieldOptions, type Fields, fieldsGiven } from './fields.js';
import { print, say } from './output.js';
import { callOptions, type OwnOptions, withCallOptions } from './own-options.js';
import { askForFile, saveFile } from './save-file.js';
import { watch } from './watch.js';

/** Adds a command for each endpoint, by group. */
export function addEndpointCommands(program: Command): void {
  for (const endpoint of catalogueEndpoints) {
    const { id, group, description, credits, rules, fields, returnsFile } = endpoint;
    const command = program
      .command(id)
      .helpGroup(`${group}:`)
      .summary(`${endpoint.title} (${credits})`)
      .description(`${description} Costs ${credits} credits.`);
    addFieldOptions(command, fields, rules);
    withCallOptions(command, returnsFile).action((options: Fields & OwnOptions) => callEndpoint(endpoint, options));
  }
}

async function callEndpoint(endpoint: CatalogueEndpoint, options: Fields & OwnOptions): Promise<void> {
  const { id, fields } = endpoint;
  const given = fieldsGiven(fields, options);
  const request = options.save === undefined ? given : askForFile(endpoint, given, options.save);
  const api = connect(({ creditsCost, creditsRemaining, requestId }) => {
    if (creditsCost !== undefined) say(`${creditsCost} credits, ${creditsRemaining} left, request ${requestId}`);
  });
  if (options.async) {
    const { id: job_id } = await api.submit(id, request, callOptions(options));
    print({ job_id }, options);
    return;
  }
  const response = options.watch
    ? await watch(await api.submit(id, request, callOptions(options)))
    : await api.call(id, request, callOptions(options));
  print(options.save === undefined ? response : saveFile(response, options.save), options);
}
