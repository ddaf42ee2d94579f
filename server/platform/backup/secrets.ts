import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import * as z from 'zod/mini'

import { findSecretFault, type SecretConfig } from '../keys/open-sealing.ts'
import { BackupRefused } from './backup-files.ts'

export type BackupSecretsConfig = SecretConfig & {
  receiptKeys: readonly string[]
  logKeys: readonly string[]
}

const secretsSchema = z.object({
  /** Key files of DATA_DIR by name. */
  files: z.record(z.string(), z.string()),
  settings: z.object({
    secrets: z.array(z.string()),
    receiptKeys: z.array(z.string()),
    logKeys: z.array(z.string()),
  }),
  /** The sealed value that only the right secret opens. */
  canary: z.string(),
})
export type BackupSecrets = z.output<typeof secretsSchema>

const keyFile = /^(secret|receipt-key|log-key-(sandbox|test|live))$/

/** The keys without which a restored database is unreadable. */
export function collectSecrets(config: BackupSecretsConfig, canary: Buffer): BackupSecrets {
  const { dataDir, secrets, receiptKeys, logKeys } = config
  const names = existsSync(dataDir) ? readdirSync(dataDir).filter((name) => keyFile.test(name)) : []
  return {
    files: Object.fromEntries(
      names.map((name) => [name, readFileSync(join(dataDir, name), 'utf8')]),
    ),
    settings: { secrets: [...secrets], receiptKeys: [...receiptKeys], logKeys: [...logKeys] },
    canary: canary.toString('base64'),
  }
}

export const formatSecrets = (secrets: BackupSecrets) => Buffer.from(JSON.stringify(secrets))

export function parseSecrets(bytes: Buffer): BackupSecrets {
  return z.parse(secretsSchema, JSON.parse(bytes.toString()))
}

/** The key files that DATA_DIR needs: none where the settings name the keys. */
export function toKeyFiles(
  { files, settings }: BackupSecrets,
  config: BackupSecretsConfig,
): Record<string, string> {
  const fromSettings = {
    secret: settings.secrets,
    'receipt-key': settings.receiptKeys,
    'log-key-sandbox': settings.logKeys,
    'log-key-test': settings.logKeys,
    'log-key-live': settings.logKeys,
  }
  const isGiven = (name: string) =>
    (name === 'secret'
      ? config.secrets
      : name === 'receipt-key'
        ? config.receiptKeys
        : config.logKeys
    ).length > 0
  const all = Object.entries(fromSettings).map(([name, keys]) => [
    name,
    keys.length > 0 ? `${keys.join('\n')}\n` : files[name],
  ])
  return Object.fromEntries(
    all.filter(([name = '', content]) => content !== undefined && !isGiven(name)),
  ) as Record<string, string>
}

/** Refuses a restore beside keys that do not open the backup. */
export function refuseForeignSecrets(secrets: BackupSecrets, config: BackupSecretsConfig): void {
  for (const [name, content] of Object.entries(toKeyFiles(secrets, config))) {
    const path = join(config.dataDir, name)
    if (existsSync(path) && readFileSync(path, 'utf8').trim() !== content.trim())
      throw new BackupRefused(
        `${path} is the key of another installation. Restore into another DATA_DIR, or move it away.`,
      )
  }
  if (config.secrets.length === 0) return
  const fault = findSecretFault(config, Buffer.from(secrets.canary, 'base64'))
  if (fault !== undefined)
    throw new BackupRefused(
      `AJO_SECRET is that of another installation: it does not open the backup. Set the secret of the backup, or none, to take it from the backup.`,
    )
}

export function writeKeyFiles(secrets: BackupSecrets, config: BackupSecretsConfig): void {
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  for (const [name, content] of Object.entries(toKeyFiles(secrets, config)))
    writeFileSync(join(config.dataDir, name), content, { mode: 0o600, flush: true })
}
