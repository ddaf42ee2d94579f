/** Larger Nigerian banks as Paystack lists them. */
const nigerianBanks: readonly ListedBank[] = [
  { id: 1, code: '044', name: 'Access Bank', slug: 'access-bank' },
  { id: 3, code: '063', name: 'Access Bank (Diamond)', slug: 'access-bank-diamond' },
  { id: 27, code: '035A', name: 'ALAT by WEMA', slug: 'alat-by-wema' },
  { id: 2, code: '023', name: 'Citibank Nigeria', slug: 'citibank-nigeria' },
  { id: 4, code: '050', name: 'Ecobank Nigeria', slug: 'ecobank-nigeria' },
  { id: 6, code: '070', name: 'Fidelity Bank', slug: 'fidelity-bank' },
  { id: 7, code: '011', name: 'First Bank of Nigeria', slug: 'first-bank-of-nigeria' },
  { id: 8, code: '214', name: 'First City Monument Bank', slug: 'first-city-monument-bank' },
  { id: 70, code: '00103', name: 'Globus Bank', slug: 'globus-bank' },
  { id: 9, code: '058', name: 'Guaranty Trust Bank', slug: 'guaranty-trust-bank' },
  { id: 22, code: '301', name: 'Jaiz Bank', slug: 'jaiz-bank' },
  { id: 11, code: '082', name: 'Keystone Bank', slug: 'keystone-bank' },
  { id: 233, code: '303', name: 'Lotus Bank', slug: 'lotus-bank' },
  { id: 699, code: '107', name: 'Optimus Bank Limited', slug: 'optimus-bank-ltd' },
  { id: 26, code: '104', name: 'Parallex Bank', slug: 'parallex-bank' },
  { id: 13, code: '076', name: 'Polaris Bank', slug: 'polaris-bank' },
  { id: 304, code: '105', name: 'PremiumTrust Bank', slug: 'premiumtrust-bank-ng' },
  { id: 25, code: '101', name: 'Providus Bank', slug: 'providus-bank' },
  { id: 750, code: '106', name: 'Signature Bank Ltd', slug: 'signature-bank-ltd-ng' },
  { id: 14, code: '221', name: 'Stanbic IBTC Bank', slug: 'stanbic-ibtc-bank' },
  { id: 15, code: '068', name: 'Standard Chartered Bank', slug: 'standard-chartered-bank' },
  { id: 16, code: '232', name: 'Sterling Bank', slug: 'sterling-bank' },
  { id: 23, code: '100', name: 'Suntrust Bank', slug: 'suntrust-bank' },
  { id: 68, code: '302', name: 'TAJ Bank', slug: 'taj-bank' },
  { id: 790, code: '000304', name: 'The Alternative bank', slug: 'the-alternative-bank-ng' },
  { id: 73, code: '102', name: 'Titan Bank', slug: 'titan-bank' },
  { id: 17, code: '032', name: 'Union Bank of Nigeria', slug: 'union-bank-of-nigeria' },
  { id: 18, code: '033', name: 'United Bank For Africa', slug: 'united-bank-for-africa' },
  { id: 19, code: '215', name: 'Unity Bank', slug: 'unity-bank' },
  { id: 20, code: '035', name: 'Wema Bank', slug: 'wema-bank' },
  { id: 21, code: '057', name: 'Zenith Bank', slug: 'zenith-bank' },
  { id: 67, code: '50211', name: 'Kuda Bank', slug: 'kuda-bank' },
  { id: 688, code: '50515', name: 'Moniepoint MFB', slug: 'moniepoint-mfb-ng' },
  { id: 171, code: '999992', name: 'OPay Digital Services Limited (OPay)', slug: 'paycom' },
  { id: 169, code: '999991', name: 'PalmPay', slug: 'palmpay' },
  { id: 185, code: '100002', name: 'Paga', slug: 'paga' },
  { id: 82, code: '565', name: 'Carbon', slug: 'carbon' },
  { id: 72, code: '51310', name: 'Sparkle Microfinance Bank', slug: 'sparkle-microfinance-bank' },
  { id: 71, code: '566', name: 'VFD Microfinance Bank Limited', slug: 'vfd' },
  { id: 69, code: '125', name: 'Rubies MFB', slug: 'rubies-mfb' },
  { id: 629, code: '100039', name: 'Paystack-Titan', slug: 'titan-paystack' },
  { id: 173, code: '559', name: 'Coronation Merchant Bank', slug: 'coronation-merchant-bank-ng' },
  { id: 112, code: '501', name: 'FSDH Merchant Bank Limited', slug: 'fsdh-merchant-bank-limited' },
  { id: 176, code: '502', name: 'Rand Merchant Bank', slug: 'rand-merchant-bank' },
  { id: 801, code: '561', name: 'NOVA BANK', slug: 'nova-bank-ng' },
  { id: 174, code: '404', name: 'Abbey Mortgage Bank', slug: 'abbey-mortgage-bank-ng' },
  { id: 63, code: '401', name: 'ASO Savings and Loans', slug: 'asosavings' },
  {
    id: 302,
    code: '120001',
    name: '9mobile 9Payment Service Bank',
    slug: '9mobile-9payment-service-bank-ng',
  },
]

/** A bank in Paystack's list. `code` has leading zeros and letters, and is not unique. */
type ListedBank = { id: number; code: string; name: string; slug: string }

/** The test bank, whose accounts can be resolved without a limit. The provider accepts its code but does not list it. */
export const testBank = { id: 9_001, code: '001', name: 'Test Bank', slug: 'test-bank' }

// Edge cases of the provider's list: codes that two banks share, and codes with letters.
const oddBanks = [
  { id: 795, code: '645', name: 'Amucha MFB', slug: 'amucha-mfb' },
  { id: 800, code: '645', name: 'Amucha Microfinance Bank', slug: 'amucha-microfinance-bank' },
  {
    id: 635,
    code: '50739',
    name: 'Goodnews Microfinance Bank',
    slug: 'goodnews-microfinance-bank',
  },
  { id: 792, code: '50739', name: 'Prospa Capital Microfinance Bank', slug: 'prospa-capital' },
  { id: 9_002, code: 'MFB50094', name: 'Astrapolaris Microfinance Bank', slug: 'astrapolaris-mfb' },
  {
    id: 9_003,
    code: 'FC40163',
    name: 'Branch International Finance',
    slug: 'branch-international',
  },
]

/** All banks by name. `longcode` and `gateway` take the three forms that real responses have. */
export const banks = [...nigerianBanks, ...oddBanks, testBank]
  .toSorted((one, other) => one.name.localeCompare(other.name))
  .map((bank, index) => ({
    ...bank,
    longcode: ['', 'null', null][index % 3] ?? null,
    gateway: [null, '', 'null'][index % 3] ?? null,
    pay_with_bank: false,
    supports_transfer: true,
    active: true,
    is_deleted: index % 2 ? false : null,
    country: 'Nigeria',
    currency: 'NGN',
    type: 'nuban',
    createdAt: '2024-01-01T00:00:00.000Z',
    updatedAt: '2024-01-01T00:00:00.000Z',
  }))

export const findBank = (code: string) => banks.find((bank) => bank.code === code)

const holders = ['Adaeze Okafor', 'Bola Adeyemi', 'Chidi Eze', 'Danjuma Bello', 'Efe Omoregie']

/** Accounts of the people in the sample data and in the browser stories. */
const knownHolders: Record<string, string> = {
  '0123456789': 'Obi Ada Chinyere',
  '0301000000': 'Eze Ngozi',
  '0301000001': 'Adeyemi Yetunde',
  '0301000002': 'Abdullahi Musa',
  '0301000003': 'Okonkwo Chinedu',
  '0301000004': 'Bello Aisha',
  '0301000005': 'Timi Ebiere',
  '0301000006': 'Igbinedion Osaze',
}

/** Invented account holder. Undefined for unknown banks and for numbers that begin with 99999. */
export function accountHolder(bankCode: string, accountNumber: string): string | undefined {
  if (!findBank(bankCode) || !/^\d{10}$/.test(accountNumber) || accountNumber.startsWith('99999'))
    return undefined
  if (/^0+$/.test(accountNumber)) return 'Test'
  return knownHolders[accountNumber] ?? holders[Number(accountNumber) % holders.length]
}
