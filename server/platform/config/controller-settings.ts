import * as z from 'zod/mini'

import type { Controller } from '#shared/policy.ts'

import { address, text } from './setting-kinds.ts'

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

const schema = z.object(controllerSettings)

export type ControllerConfig = {
  controller: Controller
  /** When people answer mails to SUPPORT_EMAIL. */
  supportHours: string | null
}

export function toControllerConfig(settings: z.output<typeof schema>): ControllerConfig {
  const addressLines = (settings.CONTROLLER_ADDRESS ?? sampleAddress)
    .split(';')
    .map((part) => part.trim())
  return {
    controller: {
      name: settings.CONTROLLER_NAME ?? null,
      address: addressLines.filter((part) => part !== ''),
      dpoEmail: settings.DPO_EMAIL ?? null,
      registration: settings.NDPC_REGISTRATION ?? null,
    },
    supportHours: settings.SUPPORT_HOURS ?? null,
  }
}

/** The country is what follows the last comma. */
function toCompany(value: string) {
  const [, name, country] = /^([^\r\n<>]{2,80}),\s*([A-Z][A-Za-z ()-]{2,50})$/.exec(value) ?? []
  return name && country ? { name, country } : undefined
}
