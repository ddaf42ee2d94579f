import { resolve } from 'node:path'

import * as z from 'zod/mini'

import { text, url, wholeNumber } from './setting-kinds.ts'

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

const schema = z.object(backupSettings)
type BackupSettings = z.output<typeof schema>

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

export type BackupConfig = ReturnType<typeof toBackupConfig>

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
