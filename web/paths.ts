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
  unsubscribe: '/unsubscribe/:token',
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
  editCampaign: '/dashboard/campaign/:id/edit',
  donate: '/dashboard/campaign/:id/donate',
  campaignMoney: '/dashboard/campaign/:id/money',
  transactions: '/dashboard/transactions',
  statement: '/dashboard/statement',
  settings: '/dashboard/settings',
  profile: '/dashboard/profile',
  reviews: '/dashboard/reviews',
  operator: '/dashboard/operator',
} as const

export const publicCampaignPath = (slug: string) => `/c/${encodeURIComponent(slug)}`
export const publicDonatePath = (slug: string) => `/c/${encodeURIComponent(slug)}/donate`
export const publicReportPath = (slug: string) => `/c/${encodeURIComponent(slug)}/report`
export const receiptPath = (receipt: string) => `/donations/${encodeURIComponent(receipt)}`
export const verifyPath = (code: string) => `/verify/${encodeURIComponent(code)}`
export const campaignPath = (id: string) => `/dashboard/campaign/${encodeURIComponent(id)}`
export const donatePath = (id: string) => `/dashboard/campaign/${encodeURIComponent(id)}/donate`
export const campaignMoneyPath = (id: string) => `${campaignPath(id)}/money`
export const editCampaignPath = (id: string) => `${campaignPath(id)}/edit`
