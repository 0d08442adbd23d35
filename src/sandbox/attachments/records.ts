import Type, { type Static } from 'typebox';

/** An attachment's metadata, stored with its message. */
export const Attachment = Type.Object({
  id: Type.String(),
  filename: Type.String(),
  /** The original filename, if it had characters that `filename` may not have. */
  title: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
  contentType: Type.Optional(Type.String()),
  /** In bytes. */
  size: Type.Integer({ minimum: 0 }),
});
export type Attachment = Static<typeof Attachment>;

/** An attachment's content, stored under the attachment's id. */
export const File = Type.Object({
  id: Type.String(),
  /** In Base64. */
  content: Type.String(),
});
export type File = Static<typeof File>;
