import { outdoors, type Light } from './light.ts'
import { crowd, person } from './person.ts'
import { at, circle, each, ellipse, faint, line, path, rect, upTo, type Drawing } from './shapes.ts'
import { bucket, house, jerrycan, palm, solarPanel, tree, tufts } from './things.ts'

export const communityScenes = { borehole, solarVillage, football, bridge }

/** A water tower with a running tap, and people who come with buckets. */
function borehole(light: Light): Drawing {
  return [
    outdoors(light),
    palm(180, 640, 1.1),
    house(420, 640, 0.8, ['#D9B48A', '#8A4B2F']),
    tree(1440, 650, 1),
    each([700, 940], (x) => line(`M${x} 760 L${x + (820 - x) * 0.25} 330`, '#7B8790', 18)),
    line('M716 640 H926 M740 520 H902', '#7B8790', 12),
    rect([690, 170, 262, 190], '#2E86AB', 24),
    rect([690, 200, 262, 16], '#256C8A'),
    rect([690, 310, 262, 16], '#256C8A'),
    rect([812, 356, 18, 300], '#5A6670'),
    rect([560, 700, 520, 66], '#B8BFC4', 10),
    rect([560, 700, 520, 16], '#D6DBDE', 8),
    line('M820 656 H700 V690 M820 656 H940 V690', '#5A6670', 16),
    line('M700 696 V800 M940 696 V800', '#BFE9F5', 12),
    bucket(700, 850, 1, '#B93A1E'),
    jerrycan(940, 852, 1, '#F5B841'),
    ellipse([820, 872], [250, 22], '#8FC7D9'),
    person(560, 900, 1.05, {
      top: '#00663F',
      dress: true,
      hair: 'wrap',
      cloth: '#F5B841',
      arms: 'forward',
    }),
    person(1090, 910, 1.05, {
      top: '#8E44AD',
      dress: true,
      hair: 'scarf',
      cloth: '#F3D9EC',
      arms: 'carry',
    }),
    bucket(1092, 790, 0.7, '#2E86AB'),
    person(1240, 900, 0.78, { top: '#F28C28', bottom: '#27496D', arms: 'up', hair: 'short' }),
    person(390, 905, 0.8, { top: '#E4572E', dress: true, hair: 'puffs', arms: 'one-up' }),
    jerrycan(1330, 930, 0.9, '#2E86AB'),
    tufts(light, [
      [120, 900],
      [260, 960],
      [1480, 930],
      [1540, 870],
      [700, 970],
    ]),
  ].join('')
}

/** A village with panels on the roofs and light in every window. */
function solarVillage(light: Light): Drawing {
  const walls = ['#E3C7A0', '#D98E5F', '#EAD9B8', '#C97B4A'] as const
  return [
    outdoors(light, 600),
    tree(90, 640, 1.1, '#2F6B52'),
    palm(1500, 650, 1.2),
    each(walls, (wall, index) => {
      const x = 290 + index * 330
      return (
        house(x, 690, 1.15, [wall, '#5F3A2A', '#FFD66B']) +
        at(x + 10, 460, 0.62, solarPanel(0, 0, 1))
      )
    }),
    path('M560 1000 Q760 800 800 690 H900 Q980 820 1240 1000 Z', light.path),
    each([200, 1330], (x) => lamp(x, 900)),
    each(upTo(3), (index) => solarPanel(430 + index * 250, 950, 0.9)),
    person(980, 900, 0.9, {
      top: '#2E86AB',
      bottom: '#3A3A3A',
      arms: 'one-up',
      hair: 'cap',
      cloth: '#F5B841',
    }),
    person(1100, 910, 0.9, { top: '#00663F', dress: true, hair: 'wrap', cloth: '#B93A1E' }),
    person(1190, 905, 0.6, { top: '#F28C28', bottom: '#27496D', arms: 'up' }),
    tufts(light, [
      [80, 920],
      [1480, 940],
    ]),
  ].join('')
}

function lamp(x: number, y: number): Drawing {
  return [
    rect([x - 7, y - 360, 14, 360], '#3E4A52'),
    line(`M${x} ${y - 352} h70`, '#3E4A52', 12),
    faint(
      0.28,
      path(`M${x + 50} ${y - 340} L${x - 60} ${y} H${x + 220} L${x + 90} ${y - 340} Z`, '#FFE08A'),
    ),
    ellipse([x + 70, y - 342], [34, 12], '#FFE9A8'),
  ].join('')
}

/** Children after a ball on a red pitch between houses. */
function football(light: Light): Drawing {
  const goal = 'M1180 640 V430 H1480 V640'
  return [
    outdoors(light, 560),
    each(upTo(6), (index) =>
      house(120 + index * 200, 570, 0.7, [
        ['#D98E5F', '#EAD9B8', '#8FB8C9'][index % 3] ?? '',
        '#7A4630',
      ]),
    ),
    rect([0, 560, 1600, 440], '#C8714A'),
    line('M0 640 H1600 M60 1000 Q320 700 800 700 T1560 1000', '#F3DCC5', 8),
    each(upTo(9), (index) => line(`M${1196 + index * 34} 436 V640`, '#FFFFFF88', 3)),
    each(upTo(6), (index) => line(`M1184 ${460 + index * 34} H1476`, '#FFFFFF88', 3)),
    line(goal, '#FFFFFF', 14),
    person(1330, 690, 0.85, { top: '#F5B841', bottom: '#231712', arms: 'up' }),
    crowd(
      [
        { top: '#00663F', bottom: '#FFFFFF', arms: 'one-up' },
        { top: '#B93A1E', bottom: '#FFFFFF', arms: 'forward' },
        { top: '#00663F', bottom: '#FFFFFF', arms: 'down', hair: 'puffs' },
        { top: '#B93A1E', bottom: '#FFFFFF', arms: 'up' },
      ],
      (index) => [300 + index * 220, [880, 950, 860, 930][index] ?? 900, 1],
    ),
    circle(640, 955, 34, '#FFFFFF'),
    path('M640 935 l18 13 -7 21 h-22 l-7 -21 Z', '#231712'),
    ellipse([640, 994], [40, 8], '#00000033'),
    tree(1540, 620, 0.9),
  ].join('')
}

/** A footbridge of planks over a fast stream, half of it still missing. */
function bridge(light: Light): Drawing {
  return [
    outdoors(light, 560),
    tree(140, 600, 1.2),
    tree(1460, 590, 1.1),
    path('M520 560 Q640 760 420 1000 H1180 Q960 780 1060 560 Z', '#5DA9C4'),
    each(upTo(5), (index) =>
      line(`M${590 + (index % 2) * 120} ${640 + index * 70} q60 -24 130 0`, '#BFE3EE', 7),
    ),
    line('M330 700 Q780 560 1250 700', '#6B4A30', 10),
    each([350, 520, 690, 900, 1080, 1230], (x) => rect([x - 9, 620, 18, 200], '#6B4A30', 4)),
    each(upTo(9), (index) => rect([336 + index * 56, 770, 46, 26], '#9A6B42', 4)),
    each(upTo(4), (index) => rect([1040 + index * 56, 770, 46, 26], '#9A6B42', 4)),
    person(640, 772, 0.9, {
      top: '#F28C28',
      bottom: '#27496D',
      arms: 'forward',
      hair: 'cap',
      cloth: '#F5B841',
    }),
    person(430, 772, 0.72, { top: '#2E86AB', dress: true, hair: 'puffs' }),
    person(1330, 900, 1, {
      top: '#00663F',
      dress: true,
      hair: 'wrap',
      cloth: '#E4572E',
      arms: 'one-up',
    }),
    each(upTo(3), (index) => rect([120, 880 + index * 26, 240, 20], '#B07C4E', 4)),
    tufts(light, [
      [90, 860],
      [400, 940],
      [1240, 960],
      [1500, 900],
    ]),
  ].join('')
}
