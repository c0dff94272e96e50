import { deepEqual, equal, ok, rejects, throws } from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { catalogueEndpoints, catalogueRoutes } from 'utility-api-client/catalogue';
import { access } from '../src/access.js';
import { commandOptions } from '../src/command-options.js';
import { writeLogin } from '../src/login-file.js';
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

  it('finds the login of a platform in every spelling of its URL, and of no other', () => {
    const before = { ...process.env };
    const folder = mkdtempSync(join(tmpdir(), 'cli-login-'));
    process.env.XDG_CONFIG_HOME = folder;
    process.env.UTILITY_API_KEY = '';
    try {
      writeLogin({ url: 'https://api.example.com', key: 'ua_live_x' });
      for (const end of ['', '/', '/v1', '/v1/']) {
        process.env.UTILITY_API_URL = `https://api.example.com${end}`;
        deepEqual(access(), { url: 'https://api.example.com', key: 'ua_live_x' });
      }
      process.env.UTILITY_API_URL = 'https://api.example.com/gateway';
      throws(access, /Not logged in/);
    } finally {
      process.env = before;
      rmSync(folder, { recursive: true });
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
