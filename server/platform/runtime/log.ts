import { AsyncLocalStorage } from 'node:async_hooks'

import { pino, type DestinationStream, type Logger } from 'pino'

export type Log = Logger

/** The request that is being answered. Every line that is logged meanwhile carries its id. */
const request = new AsyncLocalStorage<{ requestId: string }>()

/** One JSON object per line, without secrets and addresses (see `withoutSecrets`). */
export function openLog(level: string, destination: DestinationStream = process.stdout): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      mixin: () => request.getStore() ?? {},
      serializers: { err: describeError, error: describeError },
      redact: { paths: secretFields.flatMap((field) => [field, `*.${field}`]), censor: '[hidden]' },
    },
    { write: (line: string) => destination.write(withoutSecrets(line)) },
  )
}

export function withRequestId<Result>(requestId: string, work: () => Result): Result {
  return request.run({ requestId }, work)
}

const secretFields =
  'password currentPassword newPassword confirmPassword token oobCode cookie authorization secretKey accountNumber headers body payload'.split(
    ' ',
  )

/** Removes email addresses, keys, passwords in URLs, queries of links and access codes from a line. */
function withoutSecrets(line: string): string {
  return line
    .replaceAll(/(?<![\w.%+-])[\w.%+-]+@[\w-]+(\.[\w-]+)+/g, '[email]')
    .replaceAll(/\bsk_(test|live)_\w+/g, '[key]')
    .replaceAll(/(?<!\w)(\w+:\/\/)[^\s/@":]*:[^\s/@"]+@/g, '$1[hidden]@')
    .replaceAll(/\?[\w%.~[\]-]+=[^\s"\\]*/g, '?[query]')
    .replaceAll(/\/(donations|refund-accounts?)\/(?!:)[^\s/"\\?]+/g, '/$1/[code]')
}

/** Logs only these properties of an error, because `detail` of PostgreSQL quotes the row. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error)
  const { name, message, stack, cause } = error
  const code = 'code' in error ? error.code : undefined
  const constraint = 'constraint' in error ? error.constraint : undefined
  return {
    name,
    message,
    code,
    constraint,
    stack,
    ...(cause ? { cause: describeError(cause) } : {}),
  }
}

const maxLength = 300

/** An error message for people who run Ajo: without addresses, links, codes and long numbers. */
export function hidePersonalData(message: string): string {
  return message
    .replaceAll(/(?<![^\s<>"'(),;:])[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, '[address]')
    .replaceAll(/\bhttps?:\/\/\S+/g, '[link]')
    .replaceAll(/\b(sk|pk)_(test|live)_\w+/g, '[key]')
    .replaceAll(
      /(?<![\w-])(?=[\w-]*[A-Za-z])(?=[\w-]*\d)(?![0-9a-f]{8}-[0-9a-f]{4}-)[\w-]{24,}/g,
      '[code]',
    )
    .replaceAll(/(?<![\w-])\+?\d[\d ]{6,}\d(?![\w-])/g, '[number]')
    .slice(0, maxLength)
}
