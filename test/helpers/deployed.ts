import { ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import Type, { type Static, type TSchema } from 'typebox';
import { parse } from 'yaml';
import { validator } from '../../shared/contract/input.js';
import { projectFile } from '../../shared/process/project-file.js';

/** Reads a file of YAML or JSON; what is not of the shape that its reader wants fails the test. */
export function readDeployed<Shape extends TSchema>(path: string, shape: Shape): Static<Shape> {
  const text = readFileSync(projectFile(path), 'utf8');
  const content: unknown = path.endsWith('.json') ? JSON.parse(text) : parse(text, { merge: true });
  const validate = validator(shape);
  ok(validate(content), `${path}: ${JSON.stringify(validate.errors?.[0]?.instancePath)}`);
  return content as Static<Shape>;
}

const text = Type.String();
const setting = Type.Union([text, Type.Null()]);

const service = Type.Object({
  image: text,
  command: Type.Optional(Type.Array(text)),
  environment: Type.Optional(Type.Record(text, setting)),
  env_file: Type.Optional(Type.Never()),
  volumes: Type.Optional(Type.Array(text)),
  ports: Type.Optional(Type.Array(text)),
  mem_limit: text,
  stop_grace_period: Type.Optional(text),
  deploy: Type.Optional(Type.Object({ replicas: Type.Integer() })),
});

/** What Docker Compose is told to run. */
export const composed = readDeployed('docker-compose.yml', Type.Object({ services: Type.Record(text, service) }));

/** The processes of the platform among it. */
export const ours = Object.entries(composed.services)
  .filter(([, { image }]) => image === 'utility-api')
  .map(([name, { command = [], environment = {}, ...rest }]) => ({ name, command, environment, ...rest }));

/**
 * A value with its variables filled in, as Compose does it (docs.docker.com/reference/compose-file/interpolation).
 *
 * @throws Error when one is missing that must be there
 */
export const filledIn = (value: string, variables: Readonly<Record<string, string>>): string =>
  value.replace(/\$(?:(\$)|\{(\w+)(?::([-?])([^}]*))?\})/g, (_, dollar, name, otherwise, more = '') => {
    if (dollar) return dollar;
    if (variables[name]) return variables[name];
    if (otherwise === '?') throw new Error(`${name}: ${more}`);
    return more;
  });

/** The environment that a service gets: a setting without a value is handed through. */
export const environmentGiven = (
  { environment = {} }: Pick<Static<typeof service>, 'environment'>,
  variables: Readonly<Record<string, string>>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => {
      const given = value === null ? variables[name] : filledIn(value, variables);
      return given === undefined ? [] : [[name, given]];
    }),
  );

/** A size such as 768m or 1gb, in bytes. */
export function bytesIn(size: string): number {
  const [, number, unit = ''] = /^(\d+)([kmg])b?$/i.exec(size) ?? [];
  ok(number, `${size} is no size`);
  return Number(number) * 1024 ** (['k', 'm', 'g'].indexOf(unit.toLowerCase()) + 1);
}
