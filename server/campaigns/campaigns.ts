import type { Database } from '../database/database.ts'
import type { Images } from '../images/images.ts'
import { orphanTask } from '../images/orphans.ts'
import { openPictures } from '../images/pictures.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { outbox } from '../mail/outbox.ts'
import type { ContentStore } from '../providers/content/content.ts'
import type { Payments } from '../providers/payments/payments.ts'
import type { Sealing } from '../sealing.ts'
import { openFeeds } from '../share/feeds.ts'
import { openSharePictures } from '../share/share-pictures.ts'
import { campaignAnswers } from './campaign-answer.ts'
import { campaignHistory } from './campaign-history.ts'
import { openDrafts } from './drafts.ts'
import { rankingTask } from './ranking.ts'
import { openReports } from './reports.ts'
import { openReviews } from './reviews.ts'
import { openSubmissions } from './submissions.ts'

type CampaignParts = {
  database: Database
  payments: Payments
  ledger: Ledger
  sealing: Sealing
  publicUrl: string
  now: () => Date
}

/** Everything about campaigns, from the draft to the link's preview, and what is done about them at night. */
export function openCampaigns(
  { content, images }: { content: ContentStore; images: Images },
  parts: CampaignParts,
) {
  const { database, ledger, payments, publicUrl, now } = parts
  const pictures = openPictures({ database, images, now })
  const history = campaignHistory(database)
  const drafts = openDrafts({ database, now })
  const answers = campaignAnswers({ totals: ledger, history, now })
  const shared = { ...parts, content, pictures, history, drafts, answers, outbox }
  return {
    campaignTasks: [
      rankingTask({ database, mode: payments.mode, now }),
      orphanTask({ database, images, now }),
    ],
    content,
    pictures,
    drafts,
    answers,
    submissions: openSubmissions(shared),
    reviews: openReviews(shared),
    reports: openReports(shared),
    sharePictures: openSharePictures(),
    feeds: openFeeds({ content, publicUrl, now }),
  }
}
