/** JSON Schema of the arguments of a tool, with the keywords that every provider of models knows. */
export interface ParameterSchema {
  readonly type: 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean';
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, ParameterSchema>>;
  readonly required?: readonly string[];
  readonly items?: ParameterSchema;
}

/** An endpoint as a tool. */
export interface ToolDefinition {
  readonly name: string;
  /** Id of the endpoint. */
  readonly endpoint: string;
  /** Id of its group. */
  readonly group: string;
  readonly description: string;
  readonly parameters: ParameterSchema & { readonly type: 'object' };
  /** Fields of its requests that models leave out. */
  readonly defaults: Readonly<Record<string, unknown>>;
}

/**
 * Formats tools for the Responses API of OpenAI. They are not strict: a strict tool makes a model fill in every field, optional ones
 * too, and refuses unlisted fields.
 */
export const toOpenAiTools = (tools: readonly ToolDefinition[]) =>
  tools.map(({ name, description, parameters }) => ({
    type: 'function' as const,
    name,
    description,
    parameters: { ...parameters },
    strict: false,
  }));

/** Formats tools for the Messages API of Anthropic. */
export const toAnthropicTools = (tools: readonly ToolDefinition[]) =>
  tools.map(({ name, description, parameters }) => ({
    name,
    description,
    input_schema: { type: parameters.type, properties: parameters.properties, required: parameters.required },
  }));

/** Formats tools for the Gemini API: one tool that declares all functions. */
export const toGeminiTool = (tools: readonly ToolDefinition[]) => ({
  functionDeclarations: tools.map(({ name, description, parameters }) => ({
    name,
    description,
    // An object must have properties there: a function without any has no parameters.
    ...(Object.keys(parameters.properties ?? {}).length > 0 && { parameters: toGeminiSchema(parameters) }),
  })),
});

/** Schema of the Gemini API: a subset of that of OpenAPI 3.0, with its types in upper case. */
export interface GeminiSchema {
  type: Uppercase<ParameterSchema['type']>;
  description?: string;
  enum?: string[];
  properties?: Record<string, GeminiSchema>;
  required?: string[];
  items?: GeminiSchema;
}

function toGeminiSchema({
  type,
  description,
  enum: values,
  properties,
  required,
  items,
}: ParameterSchema): GeminiSchema {
  return {
    type: type.toUpperCase() as GeminiSchema['type'],
    ...(description !== undefined && { description }),
    ...(values && { enum: [...values] }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, toGeminiSchema(one)])),
    }),
    ...(required && { required: [...required] }),
    ...(items && { items: toGeminiSchema(items) }),
  };
}
