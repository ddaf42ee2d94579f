import * as z from 'zod/mini'

import { firebasePlans, sanityPlans } from '#shared/plans.ts'
import { isKeyName } from '#shared/transparency/note.ts'

import { parseSigningKey } from '../runtime/files.ts'
import {
  address,
  list,
  text,
  url,
  sharedSecret,
  choice,
  wholeNumber,
  matching,
  parsed,
} from './setting-kinds.ts'

export const logSettings = {
  LOG_KEY: z.optional(
    list(
      'LOG_KEY',
      (value) => parseSigningKey(value) !== undefined,
      'be an Ed25519 private key (PKCS #8, base64)',
    ),
  ),
  LOG_ARCHIVE: z.optional(text),
  LOG_ORIGIN: z.optional(
    matching(
      'LOG_ORIGIN',
      isKeyName,
      'be a name without spaces and plus signs, such as ajo.example/log/live-2',
    ),
  ),
  LOG_MAIL: z.optional(address('LOG_MAIL')),
}

export const monitoringSettings = {
  METRICS_TOKEN: sharedSecret('METRICS_TOKEN'),
  ALARM_WEBHOOK: z.optional(url('ALARM_WEBHOOK', /^https?:\/\//, 'https://alarms.example.org/ajo')),
  ALARM_WEBHOOK_SECRET: sharedSecret('ALARM_WEBHOOK_SECRET'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.optional(
    url('OTEL_EXPORTER_OTLP_ENDPOINT', /^https?:\/\//, 'http://127.0.0.1:4318'),
  ),
  OTEL_EXPORTER_OTLP_HEADERS: z._default(
    parsed(
      'OTEL_EXPORTER_OTLP_HEADERS',
      toHeaders,
      'be a list such as authorization=secret,tenant=ajo',
    ),
    {},
  ),
  OTEL_TRACES_SAMPLER_ARG: z._default(
    parsed(
      'OTEL_TRACES_SAMPLER_ARG',
      (value) => (/^(0(\.\d+)?|1(\.0+)?)$/.test(value) ? Number(value) : undefined),
      'be a part from 0 to 1, such as 0.05',
    ),
    1,
  ),
}

function toHeaders(value: string): Record<string, string> | undefined {
  const pairs = value.split(',').map((pair) => /^([\w-]+)=(.+)$/.exec(pair.trim()))
  if (pairs.includes(null)) return undefined
  return Object.fromEntries(pairs.map((pair) => [pair?.[1], pair?.[2]]))
}

/** Plans of hosted services, whose quotas Ajo keeps. */
export const planSettings = {
  FIREBASE_PLAN: z._default(choice('FIREBASE_PLAN', firebasePlans), 'spark'),
  SANITY_PLAN: z._default(choice('SANITY_PLAN', sanityPlans), 'free'),
}

export const backupSettings = {
  BACKUP_TO: z.optional(
    matching(
      'BACKUP_TO',
      (value) => !value.startsWith('s3:') || bucketPattern.test(value),
      'be a folder, or a bucket such as s3://ajo-backups/lagos',
    ),
  ),
  BACKUP_PASSPHRASE: z.optional(
    matching(
      'BACKUP_PASSPHRASE',
      (value) => value.length >= 20 && new Set(value).size >= 10,
      'be at least 20 random characters',
    ),
  ),
  BACKUP_KEEP_DAYS: wholeNumber('BACKUP_KEEP_DAYS', { min: 1, max: 3_650 }, 35),
  BACKUP_S3_ENDPOINT: z.optional(
    url('BACKUP_S3_ENDPOINT', /^https?:\/\/[^/]+\/?$/, 'https://s3.eu-west-1.amazonaws.com'),
  ),
  BACKUP_S3_REGION: z._default(
    matching('BACKUP_S3_REGION', /^[a-z0-9-]{2,30}$/, 'be a region'),
    'us-east-1',
  ),
  BACKUP_S3_ACCESS_KEY: z.optional(text),
  BACKUP_S3_SECRET_KEY: z.optional(text),
}

export const bucketPattern = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[\w-]+)*)\/?$/

const line = (name: string, max: number) =>
  matching(
    name,
    (value) => /^[^\r\n<>]+$/.test(value) && value.length <= max,
    `be one line of at most ${max} characters`,
  )

const company = (name: string) =>
  parsed(name, toCompany, 'be a company and its country, such as "Example Ltd, Nigeria"')

/** Settings that the policies name: who answers for the data, how to reach them, and which companies work for them. */
export const controllerSettings = {
  CONTROLLER_NAME: z.optional(line('CONTROLLER_NAME', 120)),
  CONTROLLER_ADDRESS: z.optional(line('CONTROLLER_ADDRESS', 200)),
  DPO_EMAIL: z.optional(address('DPO_EMAIL')),
  NDPC_REGISTRATION: z.optional(line('NDPC_REGISTRATION', 60)),
  SUPPORT_HOURS: z.optional(line('SUPPORT_HOURS', 80)),
  HOSTING_PROVIDER: z.optional(company('HOSTING_PROVIDER')),
  MAIL_PROVIDER: z.optional(company('MAIL_PROVIDER')),
  IMAGES_PROVIDER: z.optional(company('IMAGES_PROVIDER')),
}

/** The country is what follows the last comma. */
function toCompany(value: string) {
  const [, name, country] = /^([^\r\n<>]{2,80}),\s*([A-Z][A-Za-z ()-]{2,50})$/.exec(value) ?? []
  return name && country ? { name, country } : undefined
}
