import { isIP } from 'node:net'

import * as z from 'zod/mini'

import { parseJson } from '#shared/json.ts'

import { purgeFormats } from '../cache/cdn.ts'
import { isSigningKeyId, parseSigningKey } from '../runtime/files.ts'
import { isColour, readLogo } from './brand.ts'
import {
  controllerSettings,
  backupSettings,
  logSettings,
  monitoringSettings,
  planSettings,
} from './operation-settings.ts'
import { modes } from './modes.ts'
import { providerHostSettings } from './provider-hosts.ts'
import {
  address,
  choice,
  databaseUrl,
  list,
  matching,
  naira,
  optionalWholeNumber,
  parsed,
  sharedSecret,
  text,
  url,
  wholeNumber,
} from './setting-kinds.ts'

const serviceAccountSchema = z.pipe(
  z.object({
    client_email: z.email(),
    private_key: z.string().check(z.startsWith('-----BEGIN PRIVATE KEY-----')),
  }),
  z.transform(({ client_email, private_key }) => ({
    clientEmail: client_email,
    privateKey: private_key,
  })),
)

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const connections = (name: string) => optionalWholeNumber(name, { min: 2, max: 200 })

/** Every setting under its name in the environment. docs/settings.md explains them, and a test compares the two. */
export const settingsSchema = z.object({
  AJO_MODE: z.optional(choice('AJO_MODE', modes)),
  PORT: wholeNumber('PORT', { min: 0, max: 65_535 }, 3000),
  HOST: z._default(
    matching(
      'HOST',
      (value) => isIP(value) !== 0 || /^[a-z0-9.-]+$/i.test(value),
      'be an address of this machine, such as 127.0.0.1 or 0.0.0.0',
    ),
    '127.0.0.1',
  ),
  PUBLIC_URL: origin('PUBLIC_URL', 'https://ajo.example'),
  DATA_DIR: z._default(text, '.data'),
  MEMORY: z._default(choice('MEMORY', ['all', 'small']), 'all'),
  DATABASE_URL: z.optional(databaseUrl('DATABASE_URL')),
  DIRECT_DATABASE_URL: z.optional(databaseUrl('DIRECT_DATABASE_URL')),
  READ_DATABASE_URL: z.optional(databaseUrl('READ_DATABASE_URL')),
  DATABASE_CONNECTIONS_PEOPLE: connections('DATABASE_CONNECTIONS_PEOPLE'),
  DATABASE_CONNECTIONS_MONEY: connections('DATABASE_CONNECTIONS_MONEY'),
  DATABASE_CONNECTIONS_JOBS: connections('DATABASE_CONNECTIONS_JOBS'),
  AJO_SECRET: z.optional(list('AJO_SECRET', isSecret, 'be at least 32 random characters')),
  RECEIPT_KEY: z.optional(
    list('RECEIPT_KEY', isReceiptKey, 'be an Ed25519 private key (PKCS #8, base64)'),
  ),
  IDENTITY: z._default(choice('IDENTITY', ['embedded', 'firebase']), 'embedded'),
  FIREBASE_API_KEY: z.optional(
    matching('FIREBASE_API_KEY', /^[\w-]{10,200}$/, 'be a Firebase web API key'),
  ),
  FIREBASE_PROJECT: z.optional(
    matching('FIREBASE_PROJECT', /^[a-z][a-z0-9-]{4,29}$/, 'be a project id'),
  ),
  FIREBASE_SERVICE_ACCOUNT: z.optional(
    parsed(
      'FIREBASE_SERVICE_ACCOUNT',
      (value) => z.safeParse(serviceAccountSchema, parseJson(value)).data,
      'be the JSON of a service account key',
    ),
  ),
  CONTENT: z._default(choice('CONTENT', ['embedded', 'sanity']), 'embedded'),
  SANITY_PROJECT: z.optional(matching('SANITY_PROJECT', /^[a-z0-9]{6,20}$/, 'be a project id')),
  SANITY_TOKEN: z.optional(
    matching('SANITY_TOKEN', /^\w{20,300}$/, 'be an API token with write access'),
  ),
  SANITY_WEBHOOK_SECRET: sharedSecret('SANITY_WEBHOOK_SECRET'),
  IMAGES: z._default(choice('IMAGES', ['disk', 's3']), 'disk'),
  S3_ENDPOINT: origin('S3_ENDPOINT', 'https://s3.eu-west-1.amazonaws.com'),
  S3_REGION: z._default(
    matching('S3_REGION', /^[a-z0-9-]{2,30}$/, 'be a region, such as eu-west-1'),
    'us-east-1',
  ),
  S3_BUCKET: z.optional(
    matching('S3_BUCKET', /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'be a bucket name'),
  ),
  S3_ACCESS_KEY: z.optional(text),
  S3_SECRET_KEY: z.optional(text),
  PAYSTACK_SECRET_KEY: z.optional(
    matching('PAYSTACK_SECRET_KEY', /^sk_(test|live)_\w+$/, 'begin with sk_test_ or sk_live_'),
  ),
  PAYSTACK_FEE_BEARER: z._default(
    choice('PAYSTACK_FEE_BEARER', ['subaccount', 'account']),
    'subaccount',
  ),
  LIVE_ON_EMBEDDED_DATABASE: z._default(choice('LIVE_ON_EMBEDDED_DATABASE', ['on', 'off']), 'off'),
  SEED: z.optional(choice('SEED', ['on', 'off'])),
  SMTP_URL: z.optional(url('SMTP_URL', /^smtps?:\/\//, 'smtps://user:password@host:465')),
  MAIL_FROM: z.optional(
    matching(
      'MAIL_FROM',
      /^([^<>@,\r\n]+ <[^<>@\s,]+@[^<>@\s,]+>|[^<>@\s,]+@[^<>@\s,]+)$/,
      'be one address, such as Ajo <no-reply@ajo.example>',
    ),
  ),
  BRAND: z.optional(
    matching('BRAND', /^[\p{L}\p{N}][\p{L}\p{N} .&'’-]{1,23}$/u, 'be a name of 2 to 24 letters'),
  ),
  BRAND_TITLE: z.optional(matching('BRAND_TITLE', /^.{2,60}$/, 'have 2 to 60 letters')),
  BRAND_TEXT: z.optional(matching('BRAND_TEXT', /^.{2,160}$/, 'have 2 to 160 letters')),
  BRAND_COLOUR: z.optional(
    matching('BRAND_COLOUR', isColour, 'be a colour such as #00663f that can be read on white'),
  ),
  BRAND_LOGO: z.optional(
    matching('BRAND_LOGO', (path) => readLogo(path) !== undefined, 'be the path of a PNG'),
  ),
  MAILS_PER_DOMAIN: wholeNumber('MAILS_PER_DOMAIN', { min: 1, max: 100_000 }, 120),
  SUPPORT_EMAIL: z.optional(address('SUPPORT_EMAIL')),
  ADMIN_EMAIL: z.optional(address('ADMIN_EMAIL')),
  TRUSTED_PROXIES: z._default(
    parsed(
      'TRUSTED_PROXIES',
      toAddresses,
      'be addresses or networks separated by commas, such as 10.0.0.0/8',
    ),
    [],
  ),
  TWO_REVIEWERS_ABOVE: z._default(
    parsed(
      'TWO_REVIEWERS_ABOVE',
      (value) => (/^\d{1,11}$/.test(value) ? Number(value) : undefined),
      'be a whole number of naira',
    ),
    20_000_000,
  ),
  PAYOUT_HOLD_DAYS: wholeNumber('PAYOUT_HOLD_DAYS', { min: 0, max: 90 }, 0),
  PAYOUT_RELEASE: z._default(choice('PAYOUT_RELEASE', ['automatic', 'reviewer']), 'automatic'),
  REFUNDS_PER_MINUTE: wholeNumber('REFUNDS_PER_MINUTE', { min: 1, max: 100_000 }, 120),
  REFUND_DOUBT_SECONDS: wholeNumber('REFUND_DOUBT_SECONDS', { min: 1, max: 86_400 }, 300),
  DONOR_REFUNDS_PER_DAY: wholeNumber('DONOR_REFUNDS_PER_DAY', { min: 0, max: 1_000 }, 3),
  DONOR_REFUND_SUM_PER_DAY: naira('DONOR_REFUND_SUM_PER_DAY', 1_000_000),
  DONOR_REFUND_DELAY_ABOVE: naira('DONOR_REFUND_DELAY_ABOVE', 100_000),
  OWNER_REFUNDS_PER_DAY: wholeNumber('OWNER_REFUNDS_PER_DAY', { min: 0, max: 1_000 }, 20),
  OWNER_REFUND_SUM_PER_DAY: naira('OWNER_REFUND_SUM_PER_DAY', 2_000_000),
  OWNER_REFUND_PASSWORD_ABOVE: naira('OWNER_REFUND_PASSWORD_ABOVE', 50_000),
  OWNER_REFUND_DELAY_ABOVE: naira('OWNER_REFUND_DELAY_ABOVE', 200_000),
  SECOND_PERSON_ABOVE: naira('SECOND_PERSON_ABOVE', 500_000),
  EXPOSURE_PER_CAMPAIGN: naira('EXPOSURE_PER_CAMPAIGN', 2_000_000),
  EXPOSURE_PER_OWNER: naira('EXPOSURE_PER_OWNER', 5_000_000),
  EXPOSURE_IN_TOTAL: naira('EXPOSURE_IN_TOTAL', 50_000_000),
  PURGE_URL: z.optional(url('PURGE_URL', /^https?:\/\//, 'http://127.0.0.1:6081/')),
  PURGE_FORMAT: z._default(choice('PURGE_FORMAT', purgeFormats), 'varnish'),
  PURGE_TOKEN: sharedSecret('PURGE_TOKEN'),
  EXCHANGE_RATES: z.optional(text),
  OFFLINE_COPIES: z._default(choice('OFFLINE_COPIES', ['on', 'off']), 'on'),
  RATE_LIMITS: z._default(choice('RATE_LIMITS', ['on', 'off']), 'on'),
  DRAIN_SECONDS: optionalWholeNumber('DRAIN_SECONDS', { min: 0, max: 60 }),
  ...backupSettings,
  ...monitoringSettings,
  ...logSettings,
  ...controllerSettings,
  ...providerHostSettings,
  ...planSettings,
  LOG_LEVEL: z._default(choice('LOG_LEVEL', logLevels), 'info'),
})

export type Settings = z.output<typeof settingsSchema>

function isSecret(value: string): boolean {
  return value.length >= 32 && new Set(value).size >= 10
}

/** Earlier keys may be named by their ids, because they sign nothing any more. */
function isReceiptKey(value: string, index: number): boolean {
  return parseSigningKey(value) !== undefined || (index > 0 && isSigningKeyId(value))
}

function origin(name: string, example: string) {
  return z.optional(parsed(name, toOrigin, `look like ${example}, without a path`))
}

function toOrigin(value: string): string | undefined {
  if (!URL.canParse(value)) return undefined
  const { origin: found, protocol, pathname, search, hash, username } = new URL(value)
  const isAlone = pathname + search + hash + username === '/'
  return /^https?:$/.test(protocol) && isAlone ? found : undefined
}

function toAddresses(value: string): string[] | undefined {
  const entries = value.split(',').map((entry) => entry.trim())
  const addresses = entries.filter((entry) => entry !== '')
  return addresses.every(isAddressOrNetwork) ? addresses : undefined
}

function isAddressOrNetwork(entry: string): boolean {
  const [host = '', bits, ...rest] = entry.split('/')
  const version = isIP(host)
  if (version === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}
