import { Hono } from 'hono'
import * as z from 'zod/mini'

import { accountNumberResponseSchema } from '#shared/account-number.ts'
import { daysLeft } from '#shared/day.ts'
import { transferClaimSchema } from '#shared/transfer-claim.ts'

import type { Database } from '../platform/database/database.ts'
import { findShownNumber } from '../money/donations/account-numbers.ts'
import type { TransferClaims } from '../money/donations/transfers.ts'
import { jsonBody, type Env } from '../platform/http/context.ts'
import { gate } from '../platform/http/gate.ts'
import { getLanguage } from '../platform/http/language.ts'
import type { CampaignSubjects } from '../staff/moderation/campaign-subjects.ts'
import * as may from '../platform/policy/rules.ts'
import type { Payments } from '../providers/payments/payments.ts'

type Deps = {
  subjects: CampaignSubjects
  database: Database
  payments: Pick<Payments, 'mode'>
  transferClaims: TransferClaims
  now: () => Date
}

/** The account number of a campaign, and the receipts of transfers to it. */
export function accountNumberRoutes({ subjects, transferClaims, ...deps }: Deps) {
  const { database, payments, now } = deps
  return new Hono<Env>()
    .get('/:id/account-number', gate(may.readAccountNumber, subjects.findPublic), async (c) => {
      const { id, status, endDate } = c.var.subject
      const isOpen = status === 'approved' && (daysLeft(endDate, now()) ?? 1) > 0
      const found = isOpen && (await findShownNumber({ database, mode: payments.mode, now }, id))
      return c.json(z.parse(accountNumberResponseSchema, { accountNumber: found || null }))
    })
    .post(
      '/:id/transfer-claims',
      gate(may.requestTransferClaim, subjects.findPublic),
      async (c) => {
        const form = await jsonBody(c, transferClaimSchema)
        await transferClaims.requestClaim(c.var.subject.id, form, getLanguage(c))
        return c.body(null, 204)
      },
    )
}

/** POST /claim-transfer/:id, where the id is the token of a mail. The donor continues on the donation's page. */
export function claimTransferRoutes({ transferClaims }: Pick<Deps, 'transferClaims'>) {
  return new Hono<Env>().post(
    '/:id',
    gate(may.claimTransfer, transferClaims.findLink),
    async (c) => {
      const accessCode = await transferClaims.claim(c.var.subject)
      return c.redirect(accessCode ? `/donations/${accessCode}` : `${c.req.path}?done`, 303)
    },
  )
}
