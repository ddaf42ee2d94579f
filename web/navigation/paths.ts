import type { CategorySlug } from '#shared/category-page.ts'

/** The paths of all pages (specification §2, readings P1 and M6) as patterns for the router. */
export const paths = {
  /** The first two tabs of the wizard, for everybody. */
  startCampaign: '/start',
  landing: '/',
  signUp: '/signup',
  login: '/login',
  forgotPassword: '/forgot-password',
  resetPasswordConfirm: '/reset-password-confirm',
  resetPassword: '/reset-password',
  emailVerification: '/email-verification',
  emailVerifiedSuccess: '/email-verified-success',
  handleAction: '/handle-action',
  publicCampaigns: '/campaigns',
  publicCampaign: '/c/:slug',
  publicDonate: '/c/:slug/donate',
  publicTransfer: '/c/:slug/transfer',
  publicReport: '/c/:slug/report',
  askOrganiser: '/c/:slug/ask',
  publicLedger: '/c/:slug/ledger',
  publicVersion: '/c/:slug/versions/:number',
  shareKit: '/c/:slug/share',
  supporters: '/c/:slug/supporters',
  updates: '/c/:slug/updates',
  /** The campaign page with the code of a personal link, a poster or a card. */
  linkedCampaign: '/c/:slug/:code',
  personalLink: '/links/:token',
  donation: '/donations/:accessCode',
  requestRefund: '/donations/:accessCode/refund',
  refundAccount: '/refund-account/:token',
  payee: '/payee/:token',
  unsubscribe: '/unsubscribe/:token',
  follow: '/follow/:token',
  confirmAddress: '/confirm-address/:token',
  claimTransfer: '/claim-transfer/:token',
  reportMessage: '/report-message/:token',
  confirmQuestion: '/confirm-question/:token',
  secureAccount: '/secure-account/:token',
  endMonthly: '/end-monthly/:token',
  stopRefund: '/stop-refund/:token',
  myDonations: '/my-donations',
  myDonationsLink: '/my-donations/:token',
  /** An earlier address of `myDonations`. */
  myData: '/my-data',
  myDataLink: '/my-data/:token',
  verify: '/verify',
  terms: '/terms',
  privacy: '/privacy',
  fees: '/fees',
  help: '/help',
  refunds: '/refunds',
  transparency: '/transparency',
  /** Takes the form of the language choice. */
  language: '/language',
  currency: '/currency',
  dashboard: '/dashboard',
  overview: '/dashboard/overview',
  campaigns: '/dashboard/campaigns',
  createCampaign: '/dashboard/campaigns/create',
  campaign: '/dashboard/campaign/:id',
  editCampaign: '/dashboard/campaign/:id/edit',
  donate: '/dashboard/campaign/:id/donate',
  payouts: '/dashboard/campaign/:id/money',
  questions: '/dashboard/campaign/:id/questions',
  webhook: '/dashboard/campaign/:id/webhook',
  people: '/dashboard/campaign/:id/people',
  invitation: '/dashboard/invitations/:id',
  transactions: '/dashboard/transactions',
  statement: '/dashboard/statement',
  allPayouts: '/dashboard/payouts',
  settings: '/dashboard/settings',
  profile: '/dashboard/profile',
  reviews: '/dashboard/reviews',
  evidence: '/dashboard/reviews/evidence',
  evidenceItem: '/dashboard/reviews/evidence/:id',
  cases: '/dashboard/cases',
  disputes: '/dashboard/disputes',
  dispute: '/dashboard/disputes/:id',
  admin: '/dashboard/admin',
  adminDonation: '/dashboard/admin/donations/:id',
  adminPerson: '/dashboard/admin/people/:id',
  adminCampaign: '/dashboard/admin/campaigns/:id',
} as const

export const publicCategoryPath = (slug: CategorySlug) => `${paths.publicCampaigns}/${slug}`
export const publicCampaignPath = (slug: string) => `/c/${encodeURIComponent(slug)}`
/** `link` is the code under which the donor came. */
export const publicDonatePath = (slug: string, link?: string) =>
  `/c/${encodeURIComponent(slug)}/donate${link === undefined ? '' : `?${new URLSearchParams({ link })}`}`
export const publicTransferPath = (slug: string) => `/c/${encodeURIComponent(slug)}/transfer`
export const updatesPath = (slug: string) => `/c/${encodeURIComponent(slug)}/updates`
export const lastDayPath = (slug: string) => `/c/${encodeURIComponent(slug)}/last-day.ics`
export const updateFeedPath = (slug: string) => `${updatesPath(slug)}.rss`
export const supportersPath = (slug: string) => `/c/${encodeURIComponent(slug)}/supporters`
export const shareKitPath = (slug: string) => `/c/${encodeURIComponent(slug)}/share`
export const linkedCampaignPath = (slug: string, code: string) =>
  `/c/${encodeURIComponent(slug)}/${encodeURIComponent(code)}`
export const personalLinkPath = (token: string) => `/links/${encodeURIComponent(token)}`
export const publicReportPath = (slug: string) => `/c/${encodeURIComponent(slug)}/report`
export const askOrganiserPath = (slug: string) => `/c/${encodeURIComponent(slug)}/ask`
export const publicLedgerPath = (slug: string) => `/c/${encodeURIComponent(slug)}/ledger`
export const publicVersionPath = (slug: string, number: number) =>
  `/c/${encodeURIComponent(slug)}/versions/${number}`
export const donationPath = (accessCode: string) => `/donations/${encodeURIComponent(accessCode)}`
/** The file, which is no page. */
export const receiptPdfPath = (accessCode: string) =>
  `/api/donations/${encodeURIComponent(accessCode)}/receipt.pdf`
export const requestRefundPath = (accessCode: string) => `${donationPath(accessCode)}/refund`
export const refundAccountPath = (token: string) => `/refund-account/${encodeURIComponent(token)}`
export const payeePath = (token: string) => `/payee/${encodeURIComponent(token)}`
export const givenPath = `${paths.transactions}?tab=given`
export const myDonationsLinkPath = (token: string) => `/my-donations/${encodeURIComponent(token)}`
export const myDataLinkPath = (token: string) => `/my-data/${encodeURIComponent(token)}`
export const mailChoicePath = (token: string, choice: 'all' | 'weekly' | 'each') =>
  `/unsubscribe/${encodeURIComponent(token)}?choice=${choice}`
export const verifyPath = (code: string) => `/verify/${encodeURIComponent(code)}`
export const campaignPath = (id: string) => `/dashboard/campaign/${encodeURIComponent(id)}`
export const donatePath = (id: string) => `/dashboard/campaign/${encodeURIComponent(id)}/donate`
export const disputePath = (id: number) => `${paths.disputes}/${id}`
export const evidencePath = (id: string) => `${paths.evidence}/${encodeURIComponent(id)}`
export const payoutsPath = (id: string) => `${campaignPath(id)}/money`
export const webhookPath = (id: string) => `${campaignPath(id)}/webhook`
export const peoplePath = (id: string) => `${campaignPath(id)}/people`
export const questionsPath = (id: string) => `${campaignPath(id)}/questions`
export const adminDonationPath = (id: string) =>
  `${paths.admin}/donations/${encodeURIComponent(id)}`
export const adminPersonPath = (id: string) => `${paths.admin}/people/${encodeURIComponent(id)}`
export const adminCampaignPath = (id: string) =>
  `${paths.admin}/campaigns/${encodeURIComponent(id)}`
export const editCampaignPath = (id: string) => `${campaignPath(id)}/edit`

/** State of the navigation to the profile after a campaign was submitted. Its address stays that of the specification. */
export const submittedState = 'submitted'
