import { reviewConflicts } from '#shared/moderation.ts'

import * as limits from './rate-limit-policies.ts'
import { unlimited, type RateLimitPolicy } from './rate-limit.ts'
import {
  admin,
  always,
  anyone,
  contentStore,
  isDonorOrHasAccessCode,
  invited,
  isKeeperDonorOrAdmin,
  isKeeperOrAdmin,
  joined,
  kept,
  keptOrAdmin,
  keptOrReviewer,
  lookedAfter,
  readsRefund,
  own,
  owned,
  ownedOrAdmin,
  ownedOrReviewer,
  ownedPublicOrSubmittedForReviewer,
  paymentProvider,
  publicRule,
  published,
  publishedOrLookedAfterOrReviewer,
  reviewer,
  rule,
  shownOrUploadedOrReviewer,
  user,
  verifiedUser,
  withoutConflict,
  wordsRule,
  written,
  writtenAndPublished,
  type PersonalData,
  type CampaignSubject,
  type ConflictSubject,
  type DocumentSubject,
  type DonationSubject,
  type ImageSubject,
  type InvitationSubject,
  type PersonalSubject,
  type RefundSubject,
  type StoredSubject,
  type Rule,
} from './rule.ts'

const recordedRead = 'Reading changes nothing, and the access log records it.'

// Specification §6, readings P1–P6. One rule per action; a route without a rule fails a test.

const organiserOrReviewerReads = (when = ownedOrReviewer) =>
  rule<CampaignSubject>(verifiedUser, when, limits.reads, {
    reads: 'organisers',
    despite: `${recordedRead} An organiser reads the same.`,
  })

const organiserOrReviewerChanges = () =>
  withoutConflict<CampaignSubject & ConflictSubject>({
    who: verifiedUser,
    when: ownedOrReviewer,
    limit: limits.changes,
  })

/** What an organiser and members of some roles may do. */
const memberRule = (when: Rule<CampaignSubject>['when'], limit: RateLimitPolicy) =>
  rule<CampaignSubject>(verifiedUser, when, limit)

/** What only the organiser of a campaign may do. */
const ownerRule = (limit: RateLimitPolicy) => memberRule(owned, limit)

/** What who looks after the money of a campaign, and admins, read about it. */
const keeperOrAdminReads = (limit: RateLimitPolicy) =>
  rule<CampaignSubject>(verifiedUser, keptOrAdmin, limit, {
    reads: 'donors',
    despite: recordedRead,
  })

/** A list of everybody's, in which the own cannot be told apart before it is opened. */
const adminList = (reads: PersonalData, limit: RateLimitPolicy = limits.reads) =>
  rule<null>(admin, always, limit, { reads, despite: `A list decides nothing. ${recordedRead}` })

/** What an admin decides about the money of a campaign. */
const moneyRule = () => withoutConflict({ who: admin, limit: limits.changes })

/** Work that failed and runs again as it was. */
const repeat = () =>
  rule<StoredSubject>(admin, always, limits.changes, {
    reads: 'none',
    despite: 'It repeats what was decided before, with the same outcome for everyone.',
  })

/** What a donor may do, or a guest who has the secret address of the donation. */
const donorRule = (limit: RateLimitPolicy) =>
  rule<DonationSubject>(anyone, isDonorOrHasAccessCode, limit)

/** For anyone with the secret link of a mail, which identifies the subject. */
const secretLinkRule = (limit: RateLimitPolicy) => rule<object>(anyone, always, limit)

export const readPage = rule<null>(anyone, always, limits.reads)
export const readPolicyValues = rule<null>(anyone, always, limits.reads)
export const submitPage = rule<null>(anyone, always, limits.pageForms)
/** Only sets a cookie, which costs as little as a read. */
export const chooseLanguage = rule<null>(anyone, always, limits.reads)
export const chooseCurrency = rule<null>(anyone, always, limits.reads)
export const readHealth = rule<null>(
  anyone,
  always,
  unlimited('Monitoring must not be refused, and the response costs nothing.'),
)
/** The token in the request decides. */
export const readMetrics = rule<null>(anyone, always, limits.reads)
/** The key in the address decides. */
export const enterDevelopment = rule<null>(anyone, always, limits.reads)
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
export const readCampaign = publicRule(publishedOrLookedAfterOrReviewer, limits.reads, {
  reads: 'organisers',
  despite: recordedRead,
})
export const readByProgram = rule<CampaignSubject>(anyone, published, limits.reads)
/** Also after a takedown, because the ledger is the record of the donors' money. */
export const readCampaignLedger = rule<CampaignSubject>(anyone, published, limits.reads)
/** Every entry at once. */
export const downloadCampaignLedger = rule<CampaignSubject>(anyone, published, limits.documents)
export const readDeletedCampaign = rule<object>(anyone, always, limits.reads)
export const listOwnCampaigns = rule<null>(verifiedUser, always, limits.reads)
export const createCampaign = rule<null>(verifiedUser, always, limits.campaignSubmissions)
export const readCampaignForm = memberRule(written, limits.reads)
export const editCampaign = memberRule(written, limits.campaignEdits)
export const endCampaign = ownerRule(limits.changes)
export const readHistory = organiserOrReviewerReads()
export const readConsents = organiserOrReviewerReads()
/** The organiser, or an admin for the person concerned. */
export const withdrawConsent = withoutConflict<CampaignSubject & ConflictSubject>({
  who: verifiedUser,
  when: ownedOrAdmin,
  limit: limits.changes,
})
export const deleteCampaign = ownerRule(limits.changes)
/** Whose account it is, as banking apps show it before a transfer. */
export const lookUpAccount = rule<null>(verifiedUser, always, limits.accountLookups)
export const readPayee = organiserOrReviewerReads(keptOrReviewer)
export const askPayee = ownerRule(limits.payeeMails)
export const readPayeeQuestion = secretLinkRule(limits.reads)
export const answerPayeeQuestion = secretLinkRule(limits.mailLinks)
/** Only the organiser decides who looks after the campaign, and every member sees who does. */
export const readMembers = memberRule(lookedAfter, limits.reads)
export const inviteMember = ownerRule(limits.payeeMails)
export const removeMember = ownerRule(limits.changes)
export const leaveCampaign = memberRule(joined, limits.changes)
/** The password confirms it. Who asked does not confirm: the decision looks at both people again. */
export const confirmRequest = memberRule(kept, limits.campaignEdits)
/** Who asked withdraws it, the others decline it. */
export const endRequest = memberRule(kept, limits.changes)
export const readInvitation = rule<InvitationSubject>(verifiedUser, invited, limits.reads)
export const acceptInvitation = rule<InvitationSubject>(verifiedUser, invited, limits.changes)
export const listMemberships = rule<null>(verifiedUser, always, limits.reads)
export const readDraft = rule<null>(verifiedUser, always, limits.reads)
/** Also before the address is verified: what a visitor typed moves to the new account, because the mail opens another tab. */
export const editDraft = rule<null>(user, always, limits.changes)
export const uploadImage = rule<null>(verifiedUser, always, limits.imageUploads)
/** Reviewers see pictures beside what the access log names. */
export const readImage = rule<ImageSubject>(
  anyone,
  shownOrUploadedOrReviewer,
  unlimited('Hundreds of people behind one address may open a page of twenty pictures.'),
  { reads: 'none', despite: 'A picture says nothing about reports or decisions.' },
)
export const uploadDocument = rule<null>(verifiedUser, always, limits.documentUploads)
export const listDraftDocuments = rule<null>(verifiedUser, always, limits.reads)
/** For who records an expense, too. */
export const addCampaignDocument = memberRule(kept, limits.documentUploads)
export const listCampaignDocuments = organiserOrReviewerReads()
export const readOutsideReceipts = organiserOrReviewerReads()
export const addOutsideReceipt = ownerRule(limits.changes)
export const withdrawOutsideReceipt = ownerRule(limits.changes)
export const strikeOutsideReceipt = withoutConflict({ who: reviewer, limit: limits.changes })
/** Visitors read what counts, who looks after the money and reviewers every row. */
export const readSpending = publicRule(publishedOrLookedAfterOrReviewer, limits.reads, {
  reads: 'organisers',
  despite: recordedRead,
})
export const addExpense = memberRule(kept, limits.changes)
export const withdrawExpense = memberRule(kept, limits.changes)
export const strikeExpense = withoutConflict({ who: reviewer, limit: limits.changes })
/** Documents of a draft are for the owner alone. */
export const readDocument = rule<DocumentSubject>(
  anyone,
  ownedPublicOrSubmittedForReviewer,
  limits.documents,
  { reads: 'organisers', despite: recordedRead },
)
export const publishDocument = rule<DocumentSubject>(verifiedUser, owned, limits.changes)
export const deleteDocument = rule<DocumentSubject>(verifiedUser, owned, limits.changes)
/** Drawn once for each state of the campaign, in turns by network. */
export const readShareImage = publicRule(published, limits.reads)
/** The card and the badge on other websites. */
export const readEmbed = publicRule(published, limits.reads)
/** Printed posters and cards, drawn like the pictures. */
export const downloadPoster = publicRule(published, limits.reads)
export const createPersonalLink = publicRule(published, limits.personalLinks)
/** Names, amounts and words that donors made public. */
export const listSupporters = publicRule(published, limits.reads)
export const replyToSupporter = ownerRule(limits.changes)
export const hideWords = organiserOrReviewerChanges()
export const listUpdates = publicRule(published, limits.reads)
export const writeUpdate = wordsRule(writtenAndPublished, limits.changes)
export const requestFollowLink = publicRule(published, limits.followMails)
/** The account's verified address follows. */
export const followCampaign = rule<CampaignSubject>(verifiedUser, published, limits.changes)
export const hideUpdate = organiserOrReviewerChanges()
export const askQuestion = publicRule(published, limits.questions)
export const readQuestions = memberRule(written, limits.reads)
export const answerQuestion = memberRule(written, limits.changes)
export const reportQuestion = memberRule(written, limits.changes)
export const readWebhook = ownerRule(limits.reads)
export const changeWebhook = ownerRule(limits.changes)
export const publishWords = withoutConflict({ who: reviewer, limit: limits.changes })
/** The donor's own link. */
export const createDonorLink = donorRule(limits.personalLinks)
/** The secret in the address identifies the link. */
export const readPersonalLink = rule<object>(anyone, always, limits.reads)
export const readFeed = rule<null>(anyone, always, limits.reads)
export const listBanks = rule<null>(verifiedUser, always, limits.documents)

export const reportCampaign = publicRule(published, limits.reports)
export const listReviews = rule<null>(reviewer, always, limits.reads, {
  reads: 'organisers',
  despite: 'Lists name the conflicts of their reader, and their actions refuse them.',
})
export const reviewCampaign = withoutConflict({
  who: reviewer,
  limit: limits.changes,
  blocking: reviewConflicts,
})
export const undoDecision = rule<CampaignSubject>(reviewer, always, limits.changes, {
  reads: 'none',
  despite: 'Only who made a decision takes it back, and nothing is decided by it.',
})
export const cancelCampaign = withoutConflict({ who: admin, limit: limits.changes })
export const readReports = withoutConflict({
  who: reviewer,
  limit: limits.reads,
  reads: 'organisers',
})
export const moderateCampaign = withoutConflict({ who: reviewer, limit: limits.changes })
/** Payouts go on when a second pair of eyes has looked, so that an approval alone does not release them. */
export const releasePayouts = withoutConflict({ who: reviewer, limit: limits.changes })
export const decideAppeal = withoutConflict({ who: reviewer, limit: limits.changes })
export const appealDecision = ownerRule(limits.appeals)
export const readDecision = organiserOrReviewerReads()
export const readYearlyFigures = rule<null>(anyone, always, limits.reads)
export const readWork = rule<null>(reviewer, always, limits.reads, {
  reads: 'none',
  despite: 'It counts what its reader has no conflict with.',
})
export const setWorkMail = rule<null>(reviewer, always, limits.changes, {
  reads: 'none',
  despite: 'Its reader asks for a mail to themselves.',
})
export const listEvidence = rule<null>(reviewer, always, limits.reads, {
  reads: 'organisers',
  despite: 'The list leaves out the campaigns of its reader.',
})
/** It decides nothing, so one who approved the campaign or decided about it may read. One who reported it would read the other reports. */
export const readEvidence = withoutConflict<StoredSubject & ConflictSubject>({
  who: reviewer,
  blocking: ['raised', 'donated', 'reported'],
  limit: limits.reads,
  reads: 'organisers',
})

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
/** The mail goes to the donor, also when another person has the address of the receipt. */
export const requestRefundLink = rule<RefundSubject>(
  anyone,
  (_actor, { foundBy }) => foundBy === 'accessCode',
  limits.receiptMails,
)
export const readRefundQuote = rule<RefundSubject>(anyone, readsRefund, limits.reads, {
  reads: 'donors',
  despite: recordedRead,
})
export const previewRefund = withoutConflict<RefundSubject & ConflictSubject>({
  who: verifiedUser,
  when: isKeeperOrAdmin,
  limit: limits.reads,
})
export const readRefundAccount = secretLinkRule(limits.reads)
export const submitRefundAccount = secretLinkRule(limits.refundAccounts)
/** An admin who donated is the donor. */
export const refundDonation = withoutConflict<RefundSubject & ConflictSubject>({
  who: anyone,
  when: isKeeperDonorOrAdmin,
  limit: limits.refunds,
  reads: 'donors',
})
export const readOverview = rule<null>(anyone, always, limits.reads)
export const readAccountOverview = rule<null>(verifiedUser, always, limits.reads)
export const listTransactions = rule<null>(verifiedUser, always, limits.reads)
export const readMyDonations = rule<null>(verifiedUser, always, limits.reads)
/** The account's verified address decides which donations become the account's. */
export const claimDonations = rule<null>(verifiedUser, always, limits.changes)
export const readGuestDonations = secretLinkRule(limits.reads)
export const downloadGuestStatement = secretLinkRule(limits.documents)
export const exportTransactions = rule<null>(verifiedUser, always, limits.documents)
export const readOwnPayouts = rule<null>(verifiedUser, always, limits.reads)
export const readMoney = keeperOrAdminReads(limits.reads)
export const exportPayouts = keeperOrAdminReads(limits.documents)
export const exportDonations = keeperOrAdminReads(limits.documents)
export const thankDonors = wordsRule(written, limits.changes)
export const unsubscribe = secretLinkRule(limits.unsubscribing)
export const confirmFollow = secretLinkRule(limits.mailLinks)
export const confirmAddress = secretLinkRule(limits.mailLinks)
export const requestGuestData = rule<null>(anyone, always, limits.guestDataMails)
export const useGuestDataLink = secretLinkRule(limits.mailLinks)
export const endMonthlyDonation = secretLinkRule(limits.mailLinks)
export const claimTransfer = secretLinkRule(limits.mailLinks)
export const confirmQuestion = secretLinkRule(limits.mailLinks)
export const secureAccount = secretLinkRule(limits.mailLinks)
export const stopOwnRefund = secretLinkRule(limits.mailLinks)
export const reportMessage = secretLinkRule(limits.mailLinks)
export const readAdmin = adminList('none')
export const readRecipients = adminList('recipients')
export const readRefunds = adminList('donors')
export const readStaffActions = adminList('staff')
export const searchConsole = adminList('donors', limits.consoleSearches)
export const readDonationFile = rule<RefundSubject>(admin, always, limits.reads, {
  reads: 'donors',
  despite: recordedRead,
})
export const readPersonFile = rule<object>(admin, always, limits.reads, {
  reads: 'donors',
  despite: recordedRead,
})
/** Names who decided about the campaign and why, which its organiser does not learn. */
export const readCampaignFile = withoutConflict<CampaignSubject & ConflictSubject>({
  who: admin,
  limit: limits.reads,
  blocking: ['raised'],
  reads: 'organisers',
})
/** No personal data of donors. */
export const listDisputes = rule<null>(reviewer, always, limits.reads, {
  reads: 'none',
  despite: 'The list names the conflicts of its reader, and the pages of its disputes refuse them.',
})
export const readDispute = withoutConflict({
  who: reviewer,
  limit: limits.reads,
  blocking: reviewConflicts,
  reads: 'donors',
})
export const downloadDisputeEvidence = withoutConflict({
  who: reviewer,
  limit: limits.documents,
  blocking: reviewConflicts,
  reads: 'donors',
})
export const answerDispute = withoutConflict({
  who: reviewer,
  limit: limits.changes,
  blocking: reviewConflicts,
})
export const replayEvent = repeat()
export const runLedgerCheck = rule<null>(admin, always, limits.changes, {
  reads: 'none',
  despite: 'It compares the whole ledger and changes no amount.',
})
export const resolveQuarantine = moneyRule()
export const acknowledgeDifference = rule<StoredSubject>(admin, always, limits.changes, {
  reads: 'none',
  despite:
    'It books nothing and pays nothing, and the difference opens again when its amounts change.',
})
export const writeOff = moneyRule()
export const recordRepayment = moneyRule()
/** The journal, the trial balance and the receipts of a period name no person. */
export const downloadBooks = adminList('none', limits.documents)
export const downloadStaffActions = adminList('staff', limits.documents)
export const lockPeriod = rule<null>(admin, always, limits.changes, {
  reads: 'none',
  despite: 'It moves no money, and concerns the ledger of all campaigns.',
})
export const topUp = rule<null>(admin, always, limits.changes, {
  reads: 'none',
  despite: 'It is Ajo’s own money, and two admins book it.',
})
export const retryRefund = moneyRule()
export const agreeToRefund = moneyRule()
export const stopRefund = moneyRule()
export const retryMail = repeat()
export const retryJob = repeat()
/** Each item is found, refused and recorded like one that is changed alone. */
export const changeEach = rule<null>(admin, always, limits.changes, {
  reads: 'none',
  despite: 'The handler applies the rule of the action to each item.',
})
export const changeEachCase = rule<null>(reviewer, always, limits.changes, {
  reads: 'none',
  despite: 'The handler applies the rule of the action to each case.',
})
export const removeSuppression = rule<StoredSubject>(admin, always, limits.changes, {
  reads: 'none',
  despite: 'An address that exists gets its mails again, also when it is not its owner who asks.',
})
export const receivePayment = rule<null>(paymentProvider, always, limits.webhooks)
export const reportContentChange = rule<null>(contentStore, always, limits.webhooks)
