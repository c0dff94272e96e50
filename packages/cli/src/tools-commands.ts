import { Command, Option } from 'commander';
import { catalogueEndpoints } from 'utility-api-client/catalogue';
import { type CommandOptions, withCallOptions } from './command-options.js';
import { sendRequest } from './endpoint-commands.js';
import { UsageError } from './failures.js';
import { type Fields, parseObject, readJsonOption } from './fields.js';
import { toolDefinitions } from './generated/tool-definitions.js';
import { print } from './output.js';
import { type ToolDefinition, toAnthropicTools, toGeminiTool, toOpenAiTools } from './tool-formats.js';

const FORMATS = { openai: toOpenAiTools, anthropic: toAnthropicTools, gemini: toGeminiTool };

type Format = keyof typeof FORMATS;

/** Prints definitions of tools. It needs neither a platform nor a key. */
export const toolsCommand = (): Command =>
  new Command('tools')
    .summary('Print the endpoints as tools for a model')
    .description('Prints the endpoints as definitions of tools for the API of a model, as JSON. It needs no login.')
    .addOption(
      new Option('--format <provider>', 'API of the model (required)')
        .choices(Object.keys(FORMATS))
        .makeOptionMandatory(),
    )
    .option('--groups <ids>', `only these groups, separated by commas: ${groupIds.join(', ')}`)
    .action(({ format, groups }: { format: Format; groups?: string }) =>
      print(FORMATS[format](selectTools(groups)), { output: 'json' }),
    );

/** Runs the call of a tool that a model has requested. */
export const callCommand = (): Command =>
  withCallOptions(new Command('call'), true)
    .summary('Run the tool call of a model')
    .description(
      'Runs a tool call as a model returns it: a JSON object with the name and the arguments of the tool. Costs what its endpoint costs.',
    )
    .addHelpText(
      'after',
      `\nExample:\n  utility-api call --json '{"name":"vat","arguments":{"action":"calculate","net":100,"country_code":"DE"}}'`,
    )
    .action((options: CommandOptions) => {
      const { tool, input } = readToolCall(options.json);
      return sendRequest(findEndpoint(tool), { ...tool.defaults, ...input }, options, true);
    });

const groupIds: readonly string[] = [...new Set(toolDefinitions.map(({ group }) => group))];

function selectTools(list: string | undefined): readonly ToolDefinition[] {
  if (list === undefined) return toolDefinitions;
  const selected = list
    .split(',')
    .map((id) => id.trim().replaceAll('/', '-'))
    .filter(Boolean);
  const unknown = selected.find((id) => !groupIds.includes(id));
  if (unknown !== undefined)
    throw new UsageError(`There is no group "${unknown}". The groups are ${groupIds.join(', ')}`);
  return toolDefinitions.filter(({ group }) => selected.includes(group));
}

/** Reads a tool call: arguments are `arguments` at OpenAI, where they are text, `input` at Anthropic and `args` at Gemini. */
function readToolCall(json: string | undefined): { tool: ToolDefinition; input: Fields } {
  if (json === undefined) throw new UsageError('--json is required: {"name": …, "arguments": …}');
  const { name, arguments: openai, input: anthropic, args: gemini } = readJsonOption(json);
  const tool = toolDefinitions.find((one) => one.name === name);
  if (!tool) throw new UsageError(`There is no tool "${name}". "utility-api tools --format openai" prints them.`);
  const value = openai ?? anthropic ?? gemini ?? {};
  return { tool, input: parseObject(typeof value === 'string' ? value : JSON.stringify(value), 'json: the arguments') };
}

function findEndpoint({ endpoint }: ToolDefinition) {
  const found = catalogueEndpoints.find(({ id }) => id === endpoint);
  if (!found) throw new Error(`The catalogue has no ${endpoint}`);
  return found;
}
