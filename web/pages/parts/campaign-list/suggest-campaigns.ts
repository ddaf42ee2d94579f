type Found = { campaigns: { title: string; city: string }[] }

const pauseMs = 400
let timer: ReturnType<typeof setTimeout> | undefined
/** For the field of the header, which has no list of its own. */
const headerList = Object.assign(document.createElement('datalist'), { id: 'suggestions' })

/** Lists what the words of a search find, after a pause in typing. A request that fails leaves the list as it is. */
export function suggestCampaigns(): void {
  addEventListener('input', ({ target }) => {
    const field = target as HTMLInputElement
    if (field.name !== 'q') return
    clearTimeout(timer)
    timer = setTimeout(() => void suggest(field).catch(() => undefined), pauseMs)
  })
}

async function suggest(field: HTMLInputElement) {
  const words = field.value.trim()
  if (words.length < 2) return
  const response = await fetch(`/api/campaigns?limit=8&q=${encodeURIComponent(words)}`)
  if (!response.ok) return
  const { campaigns } = (await response.json()) as Found
  if (words !== field.value.trim()) return
  const values = new Set(campaigns.flatMap(({ title, city }) => [title, city]))
  if (!field.list) {
    document.body.append(headerList)
    field.setAttribute('list', headerList.id)
  }
  field.list?.replaceChildren(...[...values].map((value) => new Option('', value)))
}
