import { ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import Type, { type Static, type TSchema } from 'typebox';
import { parse } from 'yaml';
import { compileValidator } from '../../shared/contract/input.js';
import { projectFile } from '../../shared/process/project-file.js';

/** Reads a YAML or JSON file, and fails the test if it does not have the shape. */
export function readDeploymentFile<Shape extends TSchema>(path: string, shape: Shape): Static<Shape> {
  const text = readFileSync(projectFile(path), 'utf8');
  const content: unknown = path.endsWith('.json') ? JSON.parse(text) : parse(text, { merge: true });
  const validate = compileValidator(shape);
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
  logging: Type.Object({ options: Type.Object({ 'max-size': text, 'max-file': text }) }),
  healthcheck: Type.Object({ test: Type.Optional(Type.Array(text)) }),
  stop_grace_period: Type.Optional(text),
  deploy: Type.Optional(Type.Object({ replicas: Type.Integer() })),
});

/** Content of docker-compose.yml. */
export const composeFile = readDeploymentFile(
  'docker-compose.yml',
  Type.Object({ services: Type.Record(text, service) }),
);

/** Services of Docker Compose that run the platform. */
export const platformServices = Object.entries(composeFile.services)
  .filter(([, { image }]) => image === 'utility-api')
  .map(([name, { command = [], environment = {}, ...rest }]) => ({ name, command, environment, ...rest }));

/**
 * Interpolates the variables of a value as Compose does (docs.docker.com/reference/compose-file/interpolation).
 *
 * @throws Error if a required variable is missing
 */
export const interpolate = (value: string, variables: Readonly<Record<string, string>>): string =>
  value.replace(/\$(?:(\$)|\{(\w+)(?::([-?])([^}]*))?\})/g, (_, dollar, name, otherwise, more = '') => {
    if (dollar) return dollar;
    if (variables[name]) return variables[name];
    if (otherwise === '?') throw new Error(`${name}: ${more}`);
    return more;
  });

/** Returns the environment of a service: a setting without a value is passed through. */
export const serviceEnvironment = (
  { environment = {} }: Pick<Static<typeof service>, 'environment'>,
  variables: Readonly<Record<string, string>>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => {
      const given = value === null ? variables[name] : interpolate(value, variables);
      return given === undefined ? [] : [[name, given]];
    }),
  );

/** A size such as 768m or 1gb, in bytes. */
export function bytesIn(size: string): number {
  const [, number, unit = ''] = /^(\d+)([kmg])b?$/i.exec(size) ?? [];
  ok(number, `${size} is no size`);
  return Number(number) * 1024 ** (['k', 'm', 'g'].indexOf(unit.toLowerCase()) + 1);
}
