import { join, resolve } from 'node:path'

import * as z from 'zod/mini'

import { firebasePlans, sanityPlans } from '#shared/plans.ts'
import type { Controller } from '#shared/policy.ts'
import { isKeyName } from '#shared/transparency/note.ts'

import { parseSigningKey } from '../runtime/files.ts'
import { address, list, text, url, sharedSecret, choice, wholeNumber } from './setting-kinds.ts'

/** Settings of the transparency log. */
export const logSettings = {
  LOG_KEY: z.optional(
    list(
      (value) => parseSigningKey(value) !== undefined,
      'LOG_KEY must be an Ed25519 private key (PKCS #8, base64).',
    ),
  ),
  LOG_ARCHIVE: z.optional(text('')),
  LOG_ORIGIN: z.optional(
    z.string().check(
      z.refine((value) => isKeyName(value), {
        error:
          'LOG_ORIGIN must be a name without spaces and plus signs, such as ajo.example/log/live-2.',
      }),
    ),
  ),
  LOG_MAIL: z.optional(address('LOG_MAIL')),
}

const logSchema = z.object(logSettings)

/** `keys`: none is generated once and stored in DATA_DIR. */
export function toLogConfig(settings: z.output<typeof logSchema>, dataDir: string) {
  return {
    logKeys: settings.LOG_KEY ?? [],
    ...(settings.LOG_ORIGIN !== undefined && { logOrigin: settings.LOG_ORIGIN }),
    logArchive: resolve(settings.LOG_ARCHIVE ?? join(dataDir, 'log')),
    logMail: settings.LOG_MAIL,
  }
}

/** Settings of metrics, alarms and traces. Mails about alarms go to ADMIN_EMAIL. */
export const monitoringSettings = {
  METRICS_TOKEN: sharedSecret('METRICS_TOKEN'),
  ALARM_WEBHOOK: z.optional(url('ALARM_WEBHOOK', /^https?:\/\//, 'https://alarms.example.org/ajo')),
  ALARM_WEBHOOK_SECRET: sharedSecret('ALARM_WEBHOOK_SECRET'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.optional(
    url('OTEL_EXPORTER_OTLP_ENDPOINT', /^https?:\/\//, 'http://127.0.0.1:4318'),
  ),
  OTEL_EXPORTER_OTLP_HEADERS: z._default(
    z.pipe(
      text('').check(
        z.refine((value) => value.split(',').every((pair) => /^[\w-]+=.+$/.test(pair.trim())), {
          error:
            'OTEL_EXPORTER_OTLP_HEADERS must be a list such as authorization=secret,tenant=ajo.',
        }),
      ),
      z.transform(toHeaders),
    ),
    {},
  ),
  OTEL_TRACES_SAMPLER_ARG: z._default(
    z.pipe(
      text('').check(
        z.refine((value) => /^(0(\.\d+)?|1(\.0+)?)$/.test(value), {
          error: 'OTEL_TRACES_SAMPLER_ARG must be a part from 0 to 1, such as 0.05.',
        }),
      ),
      z.transform(Number),
    ),
    1,
  ),
}

const monitoringSchema = z.object(monitoringSettings)

export function toMonitoringConfig(settings: z.output<typeof monitoringSchema>) {
  const { ALARM_WEBHOOK: webhook, ALARM_WEBHOOK_SECRET: webhookSecret } = settings
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = settings
  const { OTEL_EXPORTER_OTLP_HEADERS: headers, OTEL_TRACES_SAMPLER_ARG: ratio } = settings
  return {
    metricsToken: settings.METRICS_TOKEN,
    alarmWebhook:
      webhook !== undefined && webhookSecret !== undefined
        ? { url: webhook, secret: webhookSecret }
        : undefined,
    tracing: endpoint === undefined ? undefined : { endpoint, headers, ratio },
  }
}

function toHeaders(value: string): Record<string, string> {
  const pairs = value.split(',').map((pair) => pair.trim())
  return Object.fromEntries(
    pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  )
}

/** Plans of hosted services, whose quotas Ajo keeps. */
export const planSettings = {
  FIREBASE_PLAN: z._default(choice('FIREBASE_PLAN', firebasePlans), 'spark'),
  SANITY_PLAN: z._default(choice('SANITY_PLAN', sanityPlans), 'free'),
}

/** Settings of backups. */
export const backupSettings = {
  BACKUP_TO: z.optional(
    text('').check(
      z.refine((value) => !value.startsWith('s3:') || bucketPattern.test(value), {
        error: 'BACKUP_TO must be a folder, or a bucket such as s3://ajo-backups/lagos.',
      }),
    ),
  ),
  BACKUP_PASSPHRASE: z.optional(
    text('').check(
      z.refine((value) => value.length >= 20 && new Set(value).size >= 10, {
        error: 'BACKUP_PASSPHRASE must be at least 20 random characters.',
      }),
    ),
  ),
  BACKUP_KEEP_DAYS: wholeNumber('BACKUP_KEEP_DAYS', { min: 1, max: 3_650 }, 35),
  BACKUP_S3_ENDPOINT: z.optional(
    url('BACKUP_S3_ENDPOINT', /^https?:\/\/[^/]+\/?$/, 'https://s3.eu-west-1.amazonaws.com'),
  ),
  BACKUP_S3_REGION: z._default(
    text('').check(z.regex(/^[a-z0-9-]{2,30}$/, { error: 'BACKUP_S3_REGION must be a region.' })),
    'us-east-1',
  ),
  BACKUP_S3_ACCESS_KEY: z.optional(text('')),
  BACKUP_S3_SECRET_KEY: z.optional(text('')),
}

const bucketPattern = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[\w-]+)*)\/?$/

const backupSchema = z.object(backupSettings)
type BackupSettings = z.output<typeof backupSchema>

export type BackupStorage =
  | { kind: 'folder'; path: string }
  | {
      kind: 's3'
      endpoint: string
      region: string
      bucket: string
      accessKey: string
      secretKey: string
      /** In front of every name: empty, or with a slash at the end. */
      prefix: string
    }

export function toBackupConfig(settings: BackupSettings) {
  const { BACKUP_PASSPHRASE: passphrase, BACKUP_KEEP_DAYS: keepDays } = settings
  return { storage: toStorage(settings), passphrase, keepDays }
}

function toStorage(settings: BackupSettings): BackupStorage | undefined {
  const { BACKUP_TO: to, BACKUP_S3_REGION: region } = settings
  if (to === undefined) return undefined
  const [, bucket, path = ''] = bucketPattern.exec(to) ?? []
  if (bucket === undefined) return { kind: 'folder', path: resolve(to) }
  const { BACKUP_S3_ACCESS_KEY: accessKey = '', BACKUP_S3_SECRET_KEY: secretKey = '' } = settings
  const { BACKUP_S3_ENDPOINT: endpoint = '' } = settings
  const prefix = path === '' ? '' : `${path.slice(1)}/`
  return { kind: 's3', endpoint, region, bucket, accessKey, secretKey, prefix }
}

const line = (name: string, max: number) =>
  text('').check(
    z.refine((value) => /^[^\r\n<>]+$/.test(value) && value.length <= max, {
      error: `${name} must be one line of at most ${max} characters.`,
    }),
  )

const company = (name: string) =>
  z.pipe(
    text('').check(
      z.refine((value) => toCompany(value) !== undefined, {
        error: `${name} must be a company and its country, such as "Example Ltd, Nigeria".`,
      }),
    ),
    z.transform((value) => toCompany(value) ?? { name: value, country: '' }),
  )

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

/** Shown where no real money moves and no address is set (specification §1). */
const sampleAddress = 'Ajo; 21 Broad Street, Lagos Island; Lagos, Nigeria'

const controllerSchema = z.object(controllerSettings)

export function toControllerConfig(settings: z.output<typeof controllerSchema>) {
  const addressLines = (settings.CONTROLLER_ADDRESS ?? sampleAddress)
    .split(';')
    .map((part) => part.trim())
  return {
    controller: {
      name: settings.CONTROLLER_NAME ?? null,
      address: addressLines.filter((part) => part !== ''),
      dpoEmail: settings.DPO_EMAIL ?? null,
      registration: settings.NDPC_REGISTRATION ?? null,
    } satisfies Controller,
    /** When people answer mails to SUPPORT_EMAIL. */
    supportHours: settings.SUPPORT_HOURS ?? null,
  }
}

/** The country is what follows the last comma. */
function toCompany(value: string) {
  const [, name, country] = /^([^\r\n<>]{2,80}),\s*([A-Z][A-Za-z ()-]{2,50})$/.exec(value) ?? []
  return name && country ? { name, country } : undefined
}
