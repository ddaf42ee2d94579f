import { nigerianBanks } from './nigerian-banks.ts'

/** The test bank, whose accounts can be resolved without a limit. The provider accepts its code but does not list it. */
export const testBank = {
  id: 9_001,
  code: '001',
  name: 'Test Bank',
  slug: 'test-bank',
}

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
