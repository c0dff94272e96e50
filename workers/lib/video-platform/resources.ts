import Type, { type Static, type TSchema } from 'typebox';

// Fields of the Data API's resources that this service reads (developers.google.com/youtube/v3/docs).

const maybe = Type.Optional;
const text = Type.String();
/** Counts are sent as text. */
const count = Type.String({ pattern: '^\\d+$' });
const page = <S extends TSchema>(item: S) =>
  Type.Object({ items: maybe(Type.Array(item)), nextPageToken: maybe(text) });

/** Items of a page. */
type ItemOf<Page extends TSchema> = Static<Page> extends { items?: (infer Item)[] } ? Item : never;

const thumbnails = Type.Record(text, Type.Object({ url: text }));
const described = {
  title: maybe(text),
  description: maybe(text),
  publishedAt: maybe(Type.String({ format: 'date-time' })),
  channelId: maybe(text),
  thumbnails: maybe(thumbnails),
};
const snippet = Type.Object(described);

export const channelPage = page(
  Type.Object({
    id: text,
    snippet: maybe(
      Type.Object({ ...described, customUrl: maybe(text), country: maybe(text), defaultLanguage: maybe(text) }),
    ),
    contentDetails: maybe(Type.Object({ relatedPlaylists: maybe(Type.Object({ uploads: maybe(text) })) })),
    statistics: maybe(
      Type.Object({
        viewCount: maybe(count),
        subscriberCount: maybe(count),
        videoCount: maybe(count),
        hiddenSubscriberCount: maybe(Type.Boolean()),
      }),
    ),
    status: maybe(Type.Object({ madeForKids: maybe(Type.Boolean()) })),
    topicDetails: maybe(Type.Object({ topicCategories: maybe(Type.Array(text)) })),
    brandingSettings: maybe(
      Type.Object({
        channel: maybe(
          Type.Object({
            keywords: maybe(text),
            country: maybe(text),
            defaultLanguage: maybe(text),
            showRelatedChannels: maybe(Type.Boolean()),
            featuredChannelsUrls: maybe(Type.Array(text)),
          }),
        ),
      }),
    ),
  }),
);
export type ChannelItem = ItemOf<typeof channelPage>;

export const searchPage = page(
  Type.Object({
    id: Type.Object({ videoId: maybe(text), channelId: maybe(text), playlistId: maybe(text) }),
    snippet: maybe(snippet),
  }),
);

export const playlistItemPage = page(
  Type.Object({
    snippet: maybe(snippet),
    contentDetails: maybe(
      Type.Object({ videoId: maybe(text), videoPublishedAt: maybe(Type.String({ format: 'date-time' })) }),
    ),
  }),
);
export type ListedVideo = ItemOf<typeof playlistItemPage>;

export const playlistPage = page(
  Type.Object({
    id: text,
    snippet: maybe(snippet),
    contentDetails: maybe(Type.Object({ itemCount: maybe(Type.Integer()) })),
  }),
);
export type PlaylistResource = ItemOf<typeof playlistPage>;

export const videoPage = page(
  Type.Object({
    id: text,
    snippet: maybe(
      Type.Object({
        ...described,
        tags: maybe(Type.Array(text)),
        defaultLanguage: maybe(text),
        defaultAudioLanguage: maybe(text),
      }),
    ),
    contentDetails: maybe(Type.Object({ duration: maybe(text) })),
    statistics: maybe(Type.Object({ viewCount: maybe(count) })),
  }),
);

export const channelSectionPage = page(
  Type.Object({ contentDetails: maybe(Type.Object({ channels: maybe(Type.Array(text)) })) }),
);

/** The address of the largest picture that every resource has. */
export function choosePicture(resource: { snippet?: { thumbnails?: Static<typeof thumbnails> } }): string | null {
  const sizes = resource.snippet?.thumbnails ?? {};
  return (sizes.high ?? sizes.medium ?? sizes.default ?? Object.values(sizes)[0])?.url ?? null;
}

/** The name of a topic, from the address of the encyclopedia's article about it: `…/wiki/Video_game_culture`. */
export function topicName(address: string): string {
  const article = address.split('/').at(-1) ?? '';
  return decodePathPart(article).replaceAll('_', ' ');
}

/** A part of a path as people read it; as it is when it is not properly encoded. */
export function decodePathPart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
