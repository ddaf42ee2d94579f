import { Hono } from 'hono'
import * as z from 'zod/mini'

import { checkoutSchema, donationFormSchema } from '#shared/donation.ts'

import type { StartOutcome } from '../money/donations/start-donation.ts'
import type { Donations } from '../money/donations/donations.ts'
import { jsonBody, parseInput, Refused, type Env } from '../platform/http/context.ts'
import { gate } from '../platform/http/gate.ts'
import { getLanguage } from '../platform/http/language.ts'
import type { CampaignSubjects } from '../staff/moderation/campaign-subjects.ts'
import { idempotencyKeySchema } from '../platform/http/idempotency.ts'
import type { Actor } from '../platform/policy/actor.ts'
import * as may from '../platform/policy/rules.ts'
import type { PersonalLinks } from '../people/supporters/personal-links.ts'
import type { ConfirmedAddresses } from '../people/supporters/mail-links.ts'

type DonationRouteDeps = {
  subjects: CampaignSubjects
  donations: Pick<Donations, 'startDonation'>
  confirmedAddresses: Pick<ConfirmedAddresses, 'confirmAccount'>
  personalLinks: Pick<PersonalLinks, 'findSource'>
}

/** POST /api/campaigns/:id/donations: answers where to pay. */
export function donationRoutes({
  subjects,
  donations,
  confirmedAddresses,
  personalLinks,
}: DonationRouteDeps) {
  return new Hono<Env>().post(
    '/:id/donations',
    gate(may.donate, subjects.findPublic),
    async (c) => {
      const { 'idempotency-key': idempotencyKey } = parseInput(idempotencyKeySchema, c.req.header())
      const { emailCode: _, link, ...form } = await jsonBody(c, donationFormSchema)
      const { actor, subject: campaign } = c.var
      if (campaign.status !== 'approved') throw new Refused('campaign-closed')
      const donorUid = actor.kind === 'user' ? actor.uid : null
      if (isOwnAddress(actor, form.email)) await confirmedAddresses.confirmAccount(form.email)
      const outcome = await donations.startDonation({
        campaign,
        donorUid,
        form,
        language: getLanguage(c),
        source: await personalLinks.findSource(campaign.id, link),
        idempotencyKey,
      })
      const started = toStarted(outcome)
      c.set('accessCode', started.accessCode)
      return c.json(z.parse(checkoutSchema, started), 201)
    },
  )
}

/** The address of a verified account needs no second confirmation. */
const isOwnAddress = (actor: Actor, email: string) =>
  actor.kind === 'user' && actor.emailVerified && actor.email.toLowerCase() === email

function toStarted(outcome: StartOutcome) {
  switch (outcome.kind) {
    case 'started':
      return outcome
    case 'closed':
      throw new Refused('campaign-closed')
    case 'unavailable':
      throw new Refused('payment-unavailable')
    case 'refused':
      throw new Refused('payment-refused', outcome.message ? { message: outcome.message } : {})
  }
}
