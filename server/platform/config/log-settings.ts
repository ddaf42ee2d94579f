import { join, resolve } from 'node:path'

import * as z from 'zod/mini'

import { isKeyName, parseVerifierKey, witnessKeyType } from '#shared/transparency/note.ts'

import { parseSigningKey } from '../runtime/signing-key.ts'
import { address, list, text, url } from './setting-kinds.ts'

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
  LOG_WITNESSES: z.optional(
    list(
      (value) => toWitness(value) !== undefined,
      'LOG_WITNESSES must be verifier keys of witnesses, each with a space and the URL of the witness.',
    ),
  ),
  LOG_FILE: z.optional(text('')),
  LOG_MAIL: z.optional(address('LOG_MAIL')),
  LOG_WEBHOOK: z.optional(url('LOG_WEBHOOK', /^https?:\/\//, 'https://example.org/checkpoints')),
}

const schema = z.object(logSettings)

/** `keys`: none is generated once and stored in DATA_DIR. Each witness has a key and the prefix of its addresses. */
export type LogConfig = ReturnType<typeof toLogConfig>

export function toLogConfig(settings: z.output<typeof schema>, dataDir: string) {
  const { LOG_FILE: file, LOG_MAIL: mail, LOG_WEBHOOK: webhook } = settings
  return {
    logKeys: settings.LOG_KEY ?? [],
    ...(settings.LOG_ORIGIN !== undefined && { logOrigin: settings.LOG_ORIGIN }),
    logArchive: resolve(settings.LOG_ARCHIVE ?? join(dataDir, 'log')),
    logWitnesses: (settings.LOG_WITNESSES ?? []).flatMap((value) => toWitness(value) ?? []),
    logOutside: { ...(file && { file }), ...(mail && { mail }), ...(webhook && { webhook }) },
  }
}

function toWitness(value: string) {
  const [key = '', given = '', ...rest] = value.split(' ')
  try {
    const parsed = parseVerifierKey(key)
    const { href } = new URL(given.endsWith('/') ? given : `${given}/`)
    const isUsable = parsed.type === witnessKeyType && /^https?:/.test(href) && rest.length === 0
    return isUsable ? { key: parsed, url: href } : undefined
  } catch {
    return undefined
  }
}
