import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import type { Command } from 'commander';
import { catalogueEndpoints, catalogueRoutes } from 'utility-api-client/catalogue';
import { commandOptions } from '../src/command-options.js';
import { createProgram, withFieldNames } from '../src/program.js';

describe('the program', () => {
  const program = createProgram();
  const commands = new Map(program.commands.map((command): [string, Command] => [command.name(), command]));

  it('has a command for every endpoint, with an option for every field whose name is free', () => {
    for (const { id, fields } of catalogueEndpoints) {
      const names = commands.get(id)?.options.map((option) => option.name()) ?? [];
      equal(new Set(names).size, names.length, id);
      for (const { name } of fields) ok(names.includes(name), `${id} ${name}`);
    }
  });

  it('has a command for every route', () => {
    const byHand: Record<string, string> = { account: 'whoami', request: 'requests' };
    for (const { name } of catalogueRoutes) {
      const command = byHand[name] ?? name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      ok(commands.has(command), command);
    }
  });

  it('describes each on one line, as completions need it', () => {
    for (const command of program.commands) ok(/^[^\n]+$/.test(command.description()), command.name());
  });

  it('refuses the id of a job that would be another path, before anything is sent', async () => {
    const before = { ...process.env };
    Object.assign(process.env, { UTILITY_API_KEY: 'ua_live_x', UTILITY_API_URL: 'http://127.0.0.1:9' });
    try {
      for (const id of ['.', '..'])
        await rejects(createProgram().parseAsync(['jobs', id, '--cancel'], { from: 'user' }), /is not an id/);
    } finally {
      process.env = before;
    }
  });

  it('takes paths for ids and dashes for underscores, but leaves its own options and all values alone', () => {
    deepEqual(withFieldNames(['/v1/qr-code/generate', '--image-format=PNG', '--qr-code-text', '--frame-name']), [
      'qr-code/generate',
      '--image_format=PNG',
      '--qr_code_text',
      '--frame_name',
    ]);
    deepEqual(withFieldNames(['vat', '--idempotency-key', 'a', '--no-such-field']), [
      'vat',
      '--idempotency-key',
      'a',
      '--no-such-field',
    ]);
    ok(commandOptions.has('save'));
  });
});
