import * as z from 'zod/mini'

import type { IdentityFault } from '../identity.ts'

/** Google's reasons that name a fault of the project or of our settings, and not of the person's request. */
const faults: Record<string, IdentityFault> = {
  OPERATION_NOT_ALLOWED: 'sign-in-off',
  PASSWORD_LOGIN_DISABLED: 'sign-in-off',
  ADMIN_ONLY_OPERATION: 'sign-in-off',
  CONFIGURATION_NOT_FOUND: 'sign-in-off',
  API_KEY_INVALID: 'key-refused',
  API_KEY_EXPIRED: 'key-refused',
  API_KEY_HTTP_REFERRER_BLOCKED: 'key-refused',
  API_KEY_IP_ADDRESS_BLOCKED: 'key-refused',
  API_KEY_SERVICE_BLOCKED: 'key-refused',
  INSUFFICIENT_PERMISSION: 'key-refused',
  PERMISSION_DENIED: 'key-refused',
  SERVICE_DISABLED: 'project-suspended',
  PROJECT_DISABLED: 'project-suspended',
  PROJECT_NOT_FOUND: 'project-suspended',
  BILLING_NOT_ENABLED: 'project-suspended',
  BILLING_DISABLED: 'project-suspended',
  CONSUMER_SUSPENDED: 'project-suspended',
  CONSUMER_INVALID: 'project-suspended',
  QUOTA_EXCEEDED: 'quota-exhausted',
  RESOURCE_EXHAUSTED: 'quota-exhausted',
}

const errorSchema = z.object({
  error: z.object({
    message: z._default(z.string(), ''),
    status: z.optional(z.string()),
    details: z.optional(z.unknown()),
  }),
})

const detailsSchema = z.array(z.object({ reason: z.optional(z.string()) }))

export type GoogleError = { reason: string; fault: IdentityFault | undefined }

/** Google's code, such as WEAK_PASSWORD of 'WEAK_PASSWORD : Password should be at least 6 characters', and the fault that it names. */
export function readError(status: number, body: unknown): GoogleError {
  const error = z.safeParse(errorSchema, body).data?.error
  const message = error?.message ?? ''
  const details = z.safeParse(detailsSchema, error?.details).data ?? []
  const [reason = ''] = message.split(' : ')
  const reasons = [reason, ...details.map((each) => each.reason ?? ''), error?.status ?? '']
  const named = reasons.flatMap((each) => faults[each] ?? [])[0]
  return { reason, fault: status < 500 ? (named ?? guess(status, message)) : undefined }
}

/** Faults that Google describes in a sentence only. */
function guess(status: number, message: string): IdentityFault | undefined {
  if (/^API key (not valid|expired)/.test(message)) return 'key-refused'
  if (status === 429) return 'quota-exhausted'
  return status === 401 || status === 403 ? 'key-refused' : undefined
}
