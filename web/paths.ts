/** Every address of specification §2 and readings P1, M6: a pattern for the router and a function that fills it. */
export const paths = {
  landing: '/',
  signUp: '/signup',
  login: '/login',
  forgotPassword: '/forgot-password',
  resetPasswordConfirm: '/reset-password-confirm',
  resetPassword: '/reset-password',
  emailVerification: '/email-verification',
  emailVerifiedSuccess: '/email-verified-success',
  handleAction: '/handle-action',
  publicCampaign: '/c/:slug',
  publicDonate: '/c/:slug/donate',
  publicReport: '/c/:slug/report',
  receipt: '/donations/:receipt',
  verify: '/verify',
  terms: '/terms',
  privacy: '/privacy',
  fees: '/fees',
  help: '/help',
  refunds: '/refunds',
  /** Where the choice of a language is sent. */
  language: '/language',
  dashboard: '/dashboard',
  overview: '/dashboard/overview',
  campaigns: '/dashboard/campaigns',
  createCampaign: '/dashboard/campaigns/create',
  campaign: '/dashboard/campaign/:id',
  donate: '/dashboard/campaign/:id/donate',
  transactions: '/dashboard/transactions',
  statement: '/dashboard/statement',
  settings: '/dashboard/settings',
  profile: '/dashboard/profile',
  reviews: '/dashboard/reviews',
} as const

export const publicCampaignPath = (slug: string) => `/c/${encodeURIComponent(slug)}`
export const publicDonatePath = (slug: string) => `/c/${encodeURIComponent(slug)}/donate`
export const publicReportPath = (slug: string) => `/c/${encodeURIComponent(slug)}/report`
export const receiptPath = (receipt: string) => `/donations/${encodeURIComponent(receipt)}`
export const verifyPath = (code: string) => `/verify/${encodeURIComponent(code)}`
export const campaignPath = (id: string) => `/dashboard/campaign/${encodeURIComponent(id)}`
export const donatePath = (id: string) => `/dashboard/campaign/${encodeURIComponent(id)}/donate`
