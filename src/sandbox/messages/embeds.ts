import Type from 'typebox';

const Url = Type.String({ maxLength: 2048, pattern: '^https?://' });
const PictureUrl = Type.String({ maxLength: 2048, pattern: '^(https?|attachment)://' });
/** An empty one counts as missing. */
const text = (maxLength: number) => Type.String({ minLength: 1, maxLength, emptyIsMissing: true });
const Picture = Type.Object({ url: PictureUrl });

/** https://discord.com/developers/docs/resources/message#embed-object-embed-limits */
export const Embed = Type.Object({
  title: Type.Optional(Type.String({ maxLength: 256 })),
  description: Type.Optional(Type.String({ maxLength: 4096 })),
  url: Type.Optional(Url),
  timestamp: Type.Optional(Type.String()),
  color: Type.Optional(Type.Integer({ minimum: 0, maximum: 0xffffff })),
  footer: Type.Optional(
    Type.Object({ text: Type.String({ maxLength: 2048 }), icon_url: Type.Optional(PictureUrl) }),
  ),
  image: Type.Optional(Picture),
  thumbnail: Type.Optional(Picture),
  author: Type.Optional(
    Type.Object({
      name: text(256),
      url: Type.Optional(Url),
      icon_url: Type.Optional(PictureUrl),
    }),
  ),
  fields: Type.Optional(
    Type.Array(
      Type.Object({
        name: text(256),
        value: text(1024),
        inline: Type.Optional(Type.Boolean()),
      }),
      { maxItems: 25 },
    ),
  ),
});
export type Embed = Type.Static<typeof Embed>;

/** The most characters that the embeds of one message may have together. */
export const EMBEDS_LENGTH = 6000;

/** How many of them an embed has. */
export function lengthOfEmbed({ title, description, footer, author, fields = [] }: Embed): number {
  const texts = [title, description, footer?.text, author?.name];
  return [...texts, ...fields.flatMap(({ name, value }) => [name, value])].reduce(
    (sum, text) => sum + (text?.length ?? 0),
    0,
  );
}
