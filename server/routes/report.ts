import { Hono } from 'hono'

import { reportSchema } from '#shared/report.ts'

import { jsonBody, type Env } from '../platform/http/context.ts'
import { gate } from '../platform/http/gate.ts'
import { getLanguage } from '../platform/http/language.ts'
import type { CampaignSubjects } from '../staff/moderation/campaign-subjects.ts'
import type { Reports } from '../staff/moderation/reports.ts'
import * as may from '../platform/policy/rules.ts'

type ReportRoutesDeps = { subjects: CampaignSubjects; reports: Reports }

/** POST /api/campaigns/:id/reports: open to visitors. Answers the reference of the report. */
export function reportRoutes({ subjects, reports }: ReportRoutesDeps) {
  return new Hono<Env>().post(
    '/:id/reports',
    gate(may.reportCampaign, subjects.findPublic),
    async (c) => {
      const report = await jsonBody(c, reportSchema)
      const { actor, subject } = c.var
      const uid = actor.kind === 'user' ? actor.uid : null
      const reference = await reports.file(subject, { uid, language: getLanguage(c) }, report)
      return c.json({ reference }, 201)
    },
  )
}
