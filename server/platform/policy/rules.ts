import { conflicts, reviewConflicts } from '#shared/moderation.ts'

import * as limits from './rate-limit-policies.ts'
import { unlimited, type RateLimitPolicy } from './rate-limit.ts'
import {
  admin,
  always,
  anyone,
  contentStore,
  isDonorOrHasAccessCode,
  isOwnerDonorOrAdmin,
  isOwnerOrAdmin,
  own,
  owned,
  ownedAndPublished,
  ownedOrAdmin,
  ownedOrReviewer,
  ownedPublicOrSubmittedForReviewer,
  paymentProvider,
  publicRule,
  published,
  publishedOrOwnedOrReviewer,
  reviewer,
  rule,
  shownOrUploadedOrReviewer,
  user,
  verifiedUser,
  withoutConflict,
  wordsRule,
} from './rule.ts'
import type {
  CampaignSubject,
  DocumentSubject,
  DonationSubject,
  ImageSubject,
  PersonalSubject,
  RefundSubject,
  StoredSubject,
} from './subjects.ts'

// Specification §6, readings P1–P6. One rule per action; a route without a rule fails a test.

/** What an organiser and reviewers read about a campaign. */
const organiserOrReviewerReads = () =>
  rule<CampaignSubject>(verifiedUser, ownedOrReviewer, limits.reads, 'organisers')

/** What an organiser and reviewers change about a campaign. */
const organiserOrReviewerChanges = () =>
  rule<CampaignSubject>(verifiedUser, ownedOrReviewer, limits.changes, 'none')

/** What only the organiser of a campaign may do. */
const ownerRule = (limit: RateLimitPolicy) => rule<CampaignSubject>(verifiedUser, owned, limit)

const ownerOrAdminRule = (limit: RateLimitPolicy, sees: 'none' | 'donors') =>
  rule<CampaignSubject>(verifiedUser, ownedOrAdmin, limit, sees)

/** What a donor may do, or a guest who has the secret address of the donation. */
const donorRule = (limit: RateLimitPolicy) =>
  rule<DonationSubject>(anyone, isDonorOrHasAccessCode, limit)

/** For anyone with the secret link of a mail, which identifies the subject. */
const secretLinkRule = (limit: RateLimitPolicy) => rule<object>(anyone, always, limit)

const ownerDonorOrAdminRule = (limit: RateLimitPolicy) =>
  rule<RefundSubject>(anyone, isOwnerDonorOrAdmin, limit, 'donors')

export const readPage = rule<null>(anyone, always, limits.reads)
export const readPolicyValues = rule<null>(anyone, always, limits.reads)
export const submitPage = rule<null>(anyone, always, limits.pageForms)
/** Only sets a cookie, which costs as little as a read. */
export const chooseLanguage = rule<null>(anyone, always, limits.reads)
export const readHealth = rule<null>(
  anyone,
  always,
  unlimited('Monitoring must not be refused, and the response costs nothing.'),
)
/** The token in the request decides. */
export const readMetrics = rule<null>(anyone, always, limits.reads)
export const readMailbox = rule<null>(anyone, always, limits.reads)

export const signUp = rule<null>(anyone, always, limits.signUps)
export const signIn = rule<null>(anyone, always, limits.logins)
export const readSession = rule<null>(anyone, always, limits.reads)
export const signOut = rule<null>(anyone, always, limits.sessionEnds)
export const useActionCode = rule<null>(anyone, always, limits.actionCodes)
export const requestReset = rule<null>(anyone, always, limits.resetMails)
export const resendVerification = rule<null>(user, always, limits.verificationMails)
export const updateAccount = rule<null>(verifiedUser, always, limits.accountChanges)
export const readOwnData = rule<null>(user, always, limits.dataExports)
export const deleteAccount = rule<null>(user, always, limits.securityChanges)
export const readAcceptedTerms = rule<null>(user, always, limits.reads)
export const acceptTerms = rule<null>(user, always, limits.changes)
export const readTwoFactor = rule<null>(verifiedUser, always, limits.reads)
export const manageTwoFactor = rule<null>(verifiedUser, always, limits.securityChanges)
export const listSessions = rule<null>(user, always, limits.reads)
export const endSessions = rule<null>(user, always, limits.changes)
export const endSession = rule<PersonalSubject>(user, own, limits.changes)
export const sendFeedback = rule<null>(verifiedUser, always, limits.feedback)

export const listCampaigns = rule<null>(anyone, always, limits.reads)
export const readCampaign = publicRule(publishedOrOwnedOrReviewer, limits.reads, 'organisers')
/** Also after a takedown, because the ledger is the record of the donors' money. */
export const readCampaignLedger = rule<CampaignSubject>(anyone, published, limits.reads)
/** Every entry at once. */
export const downloadCampaignLedger = rule<CampaignSubject>(anyone, published, limits.documents)
export const readDeletedCampaign = rule<object>(anyone, always, limits.reads)
export const listOwnCampaigns = rule<null>(verifiedUser, always, limits.reads)
export const createCampaign = rule<null>(verifiedUser, always, limits.campaignSubmissions)
export const readCampaignForm = ownerRule(limits.reads)
export const editCampaign = ownerRule(limits.campaignEdits)
export const endCampaign = ownerRule(limits.changes)
export const readHistory = organiserOrReviewerReads()
export const readConsents = organiserOrReviewerReads()
/** The organiser, or an admin for the person concerned. */
export const withdrawConsent = ownerOrAdminRule(limits.changes, 'none')
export const deleteCampaign = ownerRule(limits.changes)
/** Whose account it is, as banking apps show it before a transfer. */
export const lookUpAccount = rule<null>(verifiedUser, always, limits.accountLookups)
export const readPayee = organiserOrReviewerReads()
export const askPayee = ownerRule(limits.payeeMails)
export const readPayeeQuestion = secretLinkRule(limits.reads)
export const answerPayeeQuestion = secretLinkRule(limits.mailLinks)
export const readDraft = rule<null>(verifiedUser, always, limits.reads)
export const editDraft = rule<null>(verifiedUser, always, limits.changes)
export const uploadImage = rule<null>(verifiedUser, always, limits.imageUploads)
/** Reviewers see pictures beside what the access log names. */
export const readImage = rule<ImageSubject>(anyone, shownOrUploadedOrReviewer, limits.reads, 'none')
export const uploadDocument = rule<null>(verifiedUser, always, limits.documentUploads)
export const listDraftDocuments = rule<null>(verifiedUser, always, limits.reads)
export const addCampaignDocument = ownerRule(limits.documentUploads)
export const listCampaignDocuments = organiserOrReviewerReads()
/** Documents of a draft are for the owner alone. */
export const readDocument = rule<DocumentSubject>(
  anyone,
  ownedPublicOrSubmittedForReviewer,
  limits.documents,
  'organisers',
)
export const publishDocument = rule<DocumentSubject>(verifiedUser, owned, limits.changes)
export const deleteDocument = rule<DocumentSubject>(verifiedUser, owned, limits.changes)
export const readShareImage = publicRule(published, limits.sharePictures)
/** The card and the badge on other websites. */
export const readEmbed = publicRule(published, limits.reads)
/** Printed posters and cards. */
export const downloadPoster = publicRule(published, limits.documents)
export const createPersonalLink = publicRule(published, limits.personalLinks)
/** Names, amounts and words that donors made public. */
export const listSupporters = publicRule(published, limits.reads)
export const replyToSupporter = ownerRule(limits.changes)
export const hideWords = organiserOrReviewerChanges()
export const listUpdates = publicRule(published, limits.reads)
export const writeUpdate = wordsRule(ownedAndPublished, limits.changes)
export const requestFollowLink = publicRule(published, limits.followMails)
/** The account's verified address follows. */
export const followCampaign = rule<CampaignSubject>(verifiedUser, published, limits.changes)
export const hideUpdate = organiserOrReviewerChanges()
export const askQuestion = publicRule(published, limits.questions)
export const readQuestions = ownerRule(limits.reads)
export const answerQuestion = ownerRule(limits.changes)
export const reportQuestion = ownerRule(limits.changes)
export const publishWords = withoutConflict(reviewer, limits.changes, conflicts)
/** The donor's own link. */
export const createDonorLink = donorRule(limits.personalLinks)
/** The secret in the address identifies the link. */
export const readPersonalLink = rule<object>(anyone, always, limits.reads)
export const readFeed = rule<null>(anyone, always, limits.reads)
export const listBanks = rule<null>(verifiedUser, always, limits.documents)

export const reportCampaign = publicRule(published, limits.reports)
export const listReviews = rule<null>(reviewer, always, limits.reads, 'organisers')
export const reviewCampaign = withoutConflict(reviewer, limits.changes, reviewConflicts)
export const undoDecision = rule<CampaignSubject>(reviewer, always, limits.changes, 'none')
export const cancelCampaign = withoutConflict(admin, limits.changes, conflicts)
export const readReports = withoutConflict(reviewer, limits.reads, conflicts, 'organisers')
export const moderateCampaign = withoutConflict(reviewer, limits.changes, conflicts)
/** Payouts go on when a second pair of eyes has looked, so that an approval alone does not release them. */
export const releasePayouts = withoutConflict(reviewer, limits.changes, conflicts)
export const decideAppeal = withoutConflict(reviewer, limits.changes, conflicts)
export const appealDecision = ownerRule(limits.appeals)
export const readDecision = organiserOrReviewerReads()
export const readYearlyFigures = rule<null>(anyone, always, limits.reads)
export const listEvidence = rule<null>(reviewer, always, limits.reads, 'organisers')
export const readEvidence = rule<StoredSubject>(reviewer, always, limits.reads, 'organisers')

export const donate = publicRule(published, limits.donations)
export const readAccountNumber = publicRule(published, limits.reads)
export const requestTransferClaim = publicRule(published, limits.transferClaims)
export const readReceipt = donorRule(limits.reads)
export const downloadReceipt = donorRule(limits.documents)
export const resendReceipt = donorRule(limits.receiptMails)
export const verifyReceipt = rule<object>(anyone, always, limits.reads)
export const readReceiptKeys = rule<null>(anyone, always, limits.reads)
export const readLog = rule<null>(anyone, always, limits.reads)
export const readStatement = rule<null>(verifiedUser, always, limits.documents)
export const readRefundQuote = ownerDonorOrAdminRule(limits.reads)
export const previewRefund = rule<RefundSubject>(verifiedUser, isOwnerOrAdmin, limits.reads, 'none')
export const readRefundAccount = secretLinkRule(limits.reads)
export const submitRefundAccount = secretLinkRule(limits.refundAccounts)
export const refundDonation = ownerDonorOrAdminRule(limits.refunds)
export const readOverview = rule<null>(anyone, always, limits.reads)
export const readAccountOverview = rule<null>(verifiedUser, always, limits.reads)
export const listTransactions = rule<null>(verifiedUser, always, limits.reads)
export const readMyDonations = rule<null>(verifiedUser, always, limits.reads)
/** The account's verified address decides which donations become the account's. */
export const claimDonations = rule<null>(verifiedUser, always, limits.changes)
export const readGuestDonations = secretLinkRule(limits.reads)
export const downloadGuestStatement = secretLinkRule(limits.documents)
export const exportTransactions = rule<null>(verifiedUser, always, limits.documents)
export const readMoney = ownerOrAdminRule(limits.reads, 'donors')
export const exportDonations = ownerOrAdminRule(limits.documents, 'donors')
export const thankDonors = wordsRule(owned, limits.changes)
export const unsubscribe = secretLinkRule(limits.unsubscribing)
export const confirmFollow = secretLinkRule(limits.mailLinks)
export const confirmAddress = secretLinkRule(limits.mailLinks)
export const requestGuestData = rule<null>(anyone, always, limits.guestDataMails)
export const useGuestDataLink = secretLinkRule(limits.mailLinks)
export const claimTransfer = secretLinkRule(limits.mailLinks)
export const confirmQuestion = secretLinkRule(limits.mailLinks)
export const secureAccount = secretLinkRule(limits.mailLinks)
export const reportMessage = secretLinkRule(limits.mailLinks)
export const readAdmin = rule<null>(admin, always, limits.reads, 'none')
export const readRecipients = rule<null>(admin, always, limits.reads, 'recipients')
export const readRefunds = rule<null>(admin, always, limits.reads, 'donors')
export const readStaffActions = rule<null>(admin, always, limits.reads, 'staff')
export const searchConsole = rule<null>(admin, always, limits.consoleSearches, 'donors')
export const readDonationFile = rule<RefundSubject>(admin, always, limits.reads, 'donors')
export const readPersonFile = rule<object>(admin, always, limits.reads, 'donors')
export const readCampaignFile = rule<CampaignSubject>(admin, always, limits.reads, 'organisers')
/** No personal data of donors. */
export const listDisputes = rule<null>(reviewer, always, limits.reads, 'none')
export const readDispute = withoutConflict(reviewer, limits.reads, reviewConflicts, 'donors')
export const downloadDisputeEvidence = withoutConflict(
  reviewer,
  limits.documents,
  reviewConflicts,
  'donors',
)
export const answerDispute = withoutConflict(reviewer, limits.changes, reviewConflicts)
export const replayEvent = rule<StoredSubject>(admin, always, limits.changes, 'none')
export const runLedgerCheck = rule<null>(admin, always, limits.changes, 'none')
export const resolveQuarantine = rule<StoredSubject>(admin, always, limits.changes, 'none')
export const acknowledgeDifference = rule<StoredSubject>(admin, always, limits.changes, 'none')
export const writeOff = rule<object>(admin, always, limits.changes, 'none')
export const retryRefund = rule<StoredSubject>(admin, always, limits.changes, 'none')
export const retryMail = rule<StoredSubject>(admin, always, limits.changes, 'none')
export const retryJob = rule<StoredSubject>(admin, always, limits.changes, 'none')
export const removeSuppression = rule<StoredSubject>(admin, always, limits.changes, 'none')
export const receivePayment = rule<null>(paymentProvider, always, limits.webhooks)
export const reportContentChange = rule<null>(contentStore, always, limits.webhooks)
