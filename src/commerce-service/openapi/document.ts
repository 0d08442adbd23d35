import Type, { type Static } from 'typebox';

const Text = Type.Optional(Type.String());

/** A schema, as far as the page shows one. */
export const DocumentedSchema = Type.Object({
  $ref: Text,
  type: Type.Optional(Type.Unknown()),
  description: Text,
  default: Type.Optional(Type.Unknown()),
  minimum: Type.Optional(Type.Number()),
  maximum: Type.Optional(Type.Number()),
  enum: Type.Optional(Type.Array(Type.Unknown())),
  anyOf: Type.Optional(Type.Array(Type.Unknown())),
  items: Type.Optional(Type.Unknown()),
  required: Type.Optional(Type.Array(Type.String())),
  properties: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
});
export type DocumentedSchema = Static<typeof DocumentedSchema>;

const Content = Type.Optional(Type.Record(Type.String(), Type.Object({ schema: DocumentedSchema })));

const Operation = Type.Object({
  operationId: Type.String(),
  summary: Text,
  description: Text,
  tags: Type.Array(Type.String()),
  'x-specified-in': Text,
  parameters: Type.Optional(
    Type.Array(
      Type.Object({
        name: Type.String(),
        in: Type.String(),
        required: Type.Optional(Type.Boolean()),
        description: Text,
        schema: DocumentedSchema,
      }),
    ),
  ),
  requestBody: Type.Optional(Type.Object({ content: Content })),
  responses: Type.Record(Type.String(), Type.Object({ description: Type.String(), content: Content })),
});
export type Operation = Static<typeof Operation>;

/** An OpenAPI document, as far as the page shows it. */
export const Document = Type.Object({
  info: Type.Object({ title: Type.String(), description: Type.String() }),
  tags: Type.Array(Type.Object({ name: Type.String(), description: Type.String() })),
  paths: Type.Record(Type.String(), Type.Record(Type.String(), Operation)),
  components: Type.Object({ schemas: Type.Record(Type.String(), DocumentedSchema) }),
});
export type Document = Static<typeof Document>;
