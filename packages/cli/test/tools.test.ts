import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { catalogueEndpoints } from 'utility-api-client/catalogue';
import { toolDefinitions } from '../src/generated/tool-definitions.js';
import {
  type GeminiSchema,
  type ParameterSchema,
  toAnthropicTools,
  toGeminiTool,
  toOpenAiTools,
} from '../src/tool-formats.js';

const run = promisify(execFile);

/** Calls a function for a schema and all schemas in it. */
function visit(schema: ParameterSchema, see: (schema: ParameterSchema) => void): void {
  see(schema);
  for (const field of Object.values(schema.properties ?? {})) visit(field, see);
  if (schema.items) visit(schema.items, see);
}

describe('tools for models', () => {
  it('are the endpoints, each with a name of its own, its price and the fields that it requires', () => {
    deepEqual(
      toolDefinitions.map(({ endpoint }) => endpoint),
      catalogueEndpoints.map(({ id }) => id),
    );
    equal(new Set(toolDefinitions.map(({ name }) => name)).size, toolDefinitions.length);
    // There is no tool that finds tools among them.
    ok(!JSON.stringify(toolDefinitions).includes('find_tool'));
    for (const { name, endpoint, description, parameters } of toolDefinitions) {
      match(description, /Costs [\d.]+ credits/, name);
      const { fields = [] } = catalogueEndpoints.find(({ id }) => id === endpoint) ?? {};
      const required = fields.filter(({ isRequired }) => isRequired).map((field) => field.name);
      deepEqual([...(parameters.required ?? [])].sort(), required.sort(), name);
    }
  });

  it('have only keywords that all providers know, and no combinations of schemas', () => {
    const known = ['type', 'description', 'enum', 'properties', 'required', 'items'];
    for (const { name, parameters } of toolDefinitions) {
      visit(parameters, (schema) => {
        deepEqual(
          Object.keys(schema).filter((keyword) => !known.includes(keyword)),
          [],
          name,
        );
        equal(typeof schema.type, 'string', name);
        if (schema.type === 'array') ok(schema.items, name);
        for (const field of schema.required ?? []) ok(schema.properties?.[field], `${name}: ${field}`);
      });
    }
  });

  // Rules: the comments of `FunctionDefinition` in openai's resources/shared.d.ts, and the guide to function calling
  // (platform.openai.com/docs/guides/function-calling), which requires all fields and no others for strict tools.
  it('follow the rules of the Responses API of OpenAI', () => {
    for (const { type, name, parameters, strict } of toOpenAiTools(toolDefinitions)) {
      match(name, /^[a-zA-Z0-9_-]{1,64}$/);
      deepEqual([type, parameters.type, strict], ['function', 'object', false]);
    }
  });

  // Rules: the comments of `Tool` in @anthropic-ai/sdk's resources/messages/messages.d.ts, and the guide to tool use
  // (docs.anthropic.com/en/docs/agents-and-tools/tool-use), which has the pattern of names.
  it('follow the rules of the Messages API of Anthropic', () => {
    for (const tool of toAnthropicTools(toolDefinitions)) {
      match(tool.name, /^[a-zA-Z0-9_-]{1,64}$/);
      equal(tool.input_schema.type, 'object');
      ok(tool.description.length > 0, tool.name);
    }
  });

  // Rules: the comments of `FunctionDeclaration`, `Schema` and `Type` in @google/genai's dist/genai.d.ts; and the errors of the API: "enum: only
  // allowed for STRING type", "enum: cannot be empty", "properties: should be non-empty for OBJECT type".
  it('follow the rules of the Gemini API', () => {
    const check = (schema: GeminiSchema, name: string): void => {
      ok(['STRING', 'NUMBER', 'INTEGER', 'BOOLEAN', 'ARRAY', 'OBJECT'].includes(schema.type), name);
      if (schema.enum) deepEqual([schema.type, schema.enum.includes('')], ['STRING', false], name);
      equal(schema.items !== undefined, schema.type === 'ARRAY', name);
      const fields = Object.entries(schema.properties ?? {});
      equal(fields.length > 0, schema.type === 'OBJECT', name);
      for (const [field, inner] of fields) {
        match(field, /^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/, name);
        check(inner, `${name}.${field}`);
      }
      if (schema.items) check(schema.items, `${name}[]`);
    };
    for (const { name, parameters } of toGeminiTool(toolDefinitions).functionDeclarations) {
      match(name, /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/);
      if (parameters) check(parameters, name);
    }
  });

  it('compile with the types of the official SDKs (nightly)', async function () {
    if (process.env.TEST_SCALE !== 'nightly') this.skip();
    this.timeout(600_000);
    const folder = await mkdtemp(join(tmpdir(), 'cli-tools-'));
    try {
      await writeFile(join(folder, 'package.json'), '{"type":"module"}');
      const sdks = ['openai@6.49.0', '@anthropic-ai/sdk@1.14.0', '@google/genai@2.32.0'];
      const quietly = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
      await run('npm', ['install', ...quietly, ...sdks], { cwd: folder });
      const literal = (value: unknown) => JSON.stringify(value);
      await writeFile(
        join(folder, 'tools.ts'),
        `import type OpenAI from 'openai';
import type Anthropic from '@anthropic-ai/sdk';
import type { Tool, Type } from '@google/genai';
// In JSON the values of enumerations are plain text.
type Plain<T> = T extends Type ? \`\${T}\` : T extends (...args: never[]) => unknown ? T : T extends object ? { [K in keyof T]: Plain<T[K]> } : T;
export const openai: OpenAI.Responses.FunctionTool[] = ${literal(toOpenAiTools(toolDefinitions))};
export const anthropic: Anthropic.Tool[] = ${literal(toAnthropicTools(toolDefinitions))};
export const gemini: Plain<Tool> = ${literal(toGeminiTool(toolDefinitions))};
`,
      );
      const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
      const options = [
        '--strict',
        '--noEmit',
        '--skipLibCheck',
        '--target',
        'es2023',
        '--module',
        'nodenext',
        '--types',
        '',
      ];
      await run(process.execPath, [compiler, ...options, 'tools.ts'], { cwd: folder }).catch(({ stdout }) =>
        ok(false, stdout),
      );
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
