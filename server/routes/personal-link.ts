import { Hono } from 'hono'
import * as z from 'zod/mini'

import {
  createdLinkSchema,
  donationSourcesSchema,
  personalLinkSchema,
} from '#shared/personal-link.ts'

import type { Donations } from '../money/donations/donations.ts'
import { Refused, type Env } from '../platform/http/context.ts'
import { gate } from '../platform/http/gate.ts'
import type { CampaignSubjects } from '../staff/moderation/campaign-subjects.ts'
import * as may from '../platform/policy/rules.ts'
import type { ContentStore } from '../providers/content/content.ts'
import type { PersonalLinks } from '../people/supporters/personal-links.ts'

type Deps = {
  subjects: CampaignSubjects
  content: Pick<ContentStore, 'findCampaign'>
  donations: Pick<Donations, 'findDonation'>
  personalLinks: PersonalLinks
}

/** Personal links of friends and donors, and the sources of donations for the organiser. */
export function personalLinkRoutes({ subjects, content, donations, personalLinks }: Deps) {
  const findDonation = (id: string) => donations.findDonation(id)
  return new Hono<Env>()
    .post(
      '/campaigns/:id/personal-links',
      gate(may.createPersonalLink, subjects.findPublic),
      async (c) => {
        const token = await personalLinks.create(c.var.subject.id)
        return c.json(z.parse(createdLinkSchema, { token }), 201)
      },
    )
    .post('/donations/:id/personal-link', gate(may.createDonorLink, findDonation), async (c) => {
      const token = await personalLinks.createForDonation(c.var.subject)
      return c.json(z.parse(createdLinkSchema, { token }), 201)
    })
    .get('/personal-links/:id', gate(may.readPersonalLink, personalLinks.findLink), async (c) => {
      const { campaignId, code } = c.var.subject
      const campaign = await content.findCampaign(campaignId)
      if (!campaign) throw new Refused('not-found')
      const result = await personalLinks.readResult({ campaignId, code })
      return c.json(z.parse(personalLinkSchema, { code, ...result, campaign }))
    })
    .get('/campaigns/:id/sources', gate(may.readMoney, content.findCampaign), async (c) => {
      // Sums, and nothing about a donor.
      c.set('readSubjects', { count: 0 })
      const sources = await personalLinks.listSources(c.var.subject.id)
      return c.json(z.parse(donationSourcesSchema, { sources }))
    })
}
