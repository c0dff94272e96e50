import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import type { Calls, OpenApiDocument, Schema } from '../calls.js';

/**
 * The types, made by openapi-typescript: requests and responses of all calls, and what several of them share. Of the
 * service's document it is given only these, as schemas with the names under which users of the client import them.
 */
export async function schemaFile({ info, components }: OpenApiDocument, { groups, routes }: Calls): Promise<string> {
  const { Error: _, ...shared } = components.schemas;
  const operations = [...groups.flatMap(({ calls }) => calls), ...routes].flatMap(({ name, request, response }) => [
    [`${name}Request`, request] as const,
    [`${name}Response`, response] as const,
  ]);
  const schemas = { ...shared, ...Object.fromEntries(operations) };
  const document = { openapi: '3.1.0', info, paths: {}, components: { schemas } };
  const nodes = await openapiTS(JSON.stringify(document, typedEnums), {
    // An object of which nothing is said may hold anything.
    emptyObjectsUnknown: true,
    // A field of a request that has a default may be left out.
    defaultNonNullable: false,
    transform: ({ format }) => (format === 'binary' ? ts.factory.createTypeReferenceNode('FileResponse') : undefined),
    silent: true,
  });
  return (
    "import type { FileResponse } from '../file-response.js';\n\n" +
    astToString(namedTypes(nodes)).replace(/components\["schemas"\]\["(\w+)"\]/g, '$1')
  );
}

/** An enumeration with the type of its values, which openapi-typescript would call unknown. */
const typedEnums = (_: string, value: Schema | null): unknown =>
  value?.enum && !value.type ? { ...value, type: typeof value.enum[0] } : value;

/**
 * The members of openapi-typescript's `components["schemas"]` as types of their own, so that editors and the compiler's
 * messages call them by their names, and its helper types.
 */
function namedTypes(nodes: readonly ts.Node[]): ts.Node[] {
  const ours = ['paths', 'webhooks', 'components', '$defs', 'operations'];
  const declarations = nodes.filter((node) => ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node));
  const helpers = declarations.filter(({ name }) => !ours.includes(name.text));
  const components = declarations.find(({ name }) => name.text === 'components');
  const schemas = components && ts.isInterfaceDeclaration(components) ? fieldsOf(components).get('schemas') : undefined;
  if (!schemas?.type || !ts.isTypeLiteralNode(schemas.type)) throw new Error('openapi-typescript made no schemas');
  return [...[...fieldsOf(schemas.type)].map(([name, field]) => namedType(name, field)), ...helpers];
}

const fieldsOf = ({ members }: { members: ts.NodeArray<ts.TypeElement> }): Map<string, ts.PropertySignature> =>
  new Map(
    members.filter(ts.isPropertySignature).flatMap((field) => ('text' in field.name ? [[field.name.text, field]] : [])),
  );

function namedType(name: string, field: ts.PropertySignature): ts.Node {
  const { factory } = ts;
  const { type = factory.createKeywordTypeNode(ts.SyntaxKind.UnknownKeyword) } = field;
  const exported = [factory.createModifier(ts.SyntaxKind.ExportKeyword)];
  const declaration = ts.isTypeLiteralNode(type)
    ? factory.createInterfaceDeclaration(exported, name, undefined, undefined, type.members)
    : factory.createTypeAliasDeclaration(exported, name, undefined, type);
  return ts.setSyntheticLeadingComments(declaration, ts.getSyntheticLeadingComments(field));
}
