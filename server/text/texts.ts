import type { Language } from '#shared/language.ts'
import type { Translation } from '#shared/translation.ts'

import { accountText } from './en/account.ts'
import { campaignText } from './en/campaign.ts'
import { embedText } from './en/embed.ts'
import { followText } from './en/follow.ts'
import { mailText } from './en/mail.ts'
import { moderationText } from './en/moderation.ts'
import { payoutText } from './en/payout.ts'
import { posterText } from './en/poster.ts'
import { questionText } from './en/question.ts'
import { receiptText } from './en/receipt.ts'
import { refundText } from './en/refund.ts'
import { thankYouText } from './en/thank-you.ts'
import { updateText } from './en/update.ts'
import { accountText as pidginAccount } from './pcm/account.ts'
import { campaignText as pidginCampaign } from './pcm/campaign.ts'
import { embedText as pidginEmbed } from './pcm/embed.ts'
import { followText as pidginFollow } from './pcm/follow.ts'
import { mailText as pidginMail } from './pcm/mail.ts'
import { moderationText as pidginModeration } from './pcm/moderation.ts'
import { payoutText as pidginPayout } from './pcm/payout.ts'
import { posterText as pidginPoster } from './pcm/poster.ts'
import { questionText as pidginQuestion } from './pcm/question.ts'
import { receiptText as pidginReceipt } from './pcm/receipt.ts'
import { refundText as pidginRefund } from './pcm/refund.ts'
import { thankYouText as pidginThankYou } from './pcm/thank-you.ts'
import { updateText as pidginUpdate } from './pcm/update.ts'

const english = {
  account: accountText,
  campaign: campaignText,
  embed: embedText,
  follow: followText,
  mail: mailText,
  moderation: moderationText,
  payout: payoutText,
  poster: posterText,
  question: questionText,
  receipt: receiptText,
  refund: refundText,
  thankYou: thankYouText,
  update: updateText,
}

type Texts = Translation<typeof english>

const pidgin: Texts = {
  account: pidginAccount,
  campaign: pidginCampaign,
  embed: pidginEmbed,
  follow: pidginFollow,
  mail: pidginMail,
  moderation: pidginModeration,
  payout: pidginPayout,
  poster: pidginPoster,
  question: pidginQuestion,
  receipt: pidginReceipt,
  refund: pidginRefund,
  thankYou: pidginThankYou,
  update: pidginUpdate,
}

/** The texts of mails and PDFs in each language. */
export const texts: Record<Language, Texts> = { en: english, pcm: pidgin }
