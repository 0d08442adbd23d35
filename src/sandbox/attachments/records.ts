import Type, { type Static } from 'typebox';

/** What a message knows about a file that came with it. */
export const Attachment = Type.Object({
  id: Type.String(),
  filename: Type.String(),
  /** The name that it was sent with, where that holds what a filename may not. */
  title: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
  contentType: Type.Optional(Type.String()),
  /** In bytes. */
  size: Type.Integer({ minimum: 0 }),
});
export type Attachment = Static<typeof Attachment>;

/** What is in a file, kept under the id of its attachment. */
export const File = Type.Object({
  id: Type.String(),
  /** In Base64. */
  content: Type.String(),
});
export type File = Static<typeof File>;
