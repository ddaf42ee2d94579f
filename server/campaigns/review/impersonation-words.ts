/** One phrase per line and language, in plain letters. Plurals of the last word match too. */
const institutions = `
  hospital; teaching hospital; clinic; hospice; maternity home; health centre; health center; medical centre; medical center
  school; college; university; polytechnic; academy; kindergarten; orphanage
  church; cathedral; parish; diocese; chapel; mosque; masjid; synagogue; seminary
  ministry; agency; authority; commission; parliament; embassy; high commission; government; local government; senate
  police; army; navy; air force; civil defence; fire service; customs service; immigration service
  ngo; non governmental organisation; non governmental organization; nonprofit; non profit; charity; foundation
  trust fund; relief fund; endowment fund
  asibiti; asibitin; makaranta; makarantar; jamia; jamiar; kwaleji; kwalejin; masallaci; masallacin; coci; cocin
  maaikata; maaikatar; hukuma; hukumar; gidauniya; gidauniyar; gwamnati; gwamnatin
  ile iwosan; ile iwe; ile eko giga; yunifasiti; ile ijosin; soosi; mosalasi; ijoba
  ulo ogwu; ulo akwukwo; mahadum; ulo uka; choochi; ulo alakuba; goomenti
`

const knownNames = `
  red cross; red crescent; unicef; unhcr; undp; unesco; unfpa; united nations; world health organisation; world health organization
  world food programme; world bank; african union; ecowas; usaid; ukaid; msf; doctors without borders; medecins sans frontieres
  save the children; oxfam; actionaid; wateraid; world vision; caritas; islamic relief; salvation army; rotary club; lions club
  nema; sema; lasema; ncdc; nafdac; efcc; icpc; inec; ndlea; frsc; nimc; nhia; nhis; nitda; nnpc; tetfund; nddc
  central bank of nigeria; nigeria police; nigerian army; aso rock; presidency; lagos state; federal republic
  luth; lasuth; rccg; mfm; nasfat; winners chapel; dangote; tony elumelu foundation; paystack; flutterwave
`

const publicTitles = `
  president; vice president; governor; deputy governor; senator; minister; commissioner; local government chairman
  his excellency; her excellency; first lady; honourable member; house of representatives; speaker of the house
  inspector general; chief of army staff; chief judge; chief justice; ambassador
  royal highness; royal majesty; emir of; ooni of; oba of; alaafin; sultan of; obi of; eze of; etsu; shehu of
  archbishop; bishop; cardinal; chief imam; general overseer; papal
  gomina; sarkin; mai martaba; shugaban kasa; kabiyesi
`

/** Words before an institution by which a story presents it as the raiser. */
export const presenters = toPhrases(`
  we are; this is; on behalf of; i represent; we represent; representing; official campaign of; official page of; official fundraiser of
  organised by; organized by; run by; i am the; my name is
`)

/** The same directly before the institution: 'our church'. */
export const closePresenters = toPhrases('our')

/** Between such words and the institution, these mean that the raiser is someone else. */
export const relations = new Set(
  'in at of from to for with near by and who student students patient patients teacher member members staff not but my his her their no need needs want wants has have is was were without trying sick'.split(
    ' ',
  ),
)

/** After an institution's word they name a cost: 'school fees' presents no school. */
export const costs = new Set(
  'fee fees bill bills expense expenses cost costs tuition uniform uniforms supplies'.split(' '),
)

/** Longer words that contain an institution's word and mean none. */
export const harmlessWords = new Set(
  'hospitality churchill schooling schoolmate schoolmates schoolbag schoolbags schoolboy schoolgirl schoolgirls schoolchild schoolchildren policeman agencyless foundational'.split(
    ' ',
  ),
)

export type NamedKind = 'institution' | 'known-name' | 'public-person'
export const namedPhrases: readonly { kind: NamedKind; phrase: string }[] = [
  ...toPhrases(institutions).map((phrase) => ({ kind: 'institution', phrase }) as const),
  ...toPhrases(knownNames).map((phrase) => ({ kind: 'known-name', phrase }) as const),
  ...toPhrases(publicTitles).map((phrase) => ({ kind: 'public-person', phrase }) as const),
]

function toPhrases(list: string): string[] {
  return list
    .split(/[;\n]/)
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== '')
}
