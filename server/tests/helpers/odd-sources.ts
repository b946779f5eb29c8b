/** A source whose shape is out of the ordinary, and a question that it answers. */
export type OddSource = {
  shape: string;
  text: string;
  question: string;
  /** In the reply; undefined if the source answers nothing. */
  says: string | undefined;
};

const lines = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index + 1)).join('\n');

const PORTS = lines(400, (n) => `| dock-${n} | ${n * 3} metres | ${n % 2 ? 'grain' : 'timber'} |`);

const CODE = `import { connect } from './harbour.ts';

/** Opens the lock gate and waits until the water is level. */
export async function openLockGate(gate: string, options: { timeoutSeconds: number }) {
  const link = await connect(gate);
  await link.send('open', { timeout: options.timeoutSeconds });
  return link.waitFor('level');
}
${lines(
  120,
  (n) => `
export function readGauge${n}(station: string) {
  if (station === '') throw new Error('gauge ${n} needs a station');
  return \`\${station}/gauge-${n}\`;
}`,
)}
`;

const WORDS = 'harbour ledger signal granite orchard copper meadow lantern voyage anchor'.split(' ');
const word = (n: number): string => `${WORDS[n % WORDS.length]}${n % 97}`;

/** Sentences without a line break until there are 100,000 characters. */
function oneLine(): string {
  let text = 'The night ferry to the island leaves at 23:40 from quay nine. ';
  for (let n = 1; text.length < 100_000; n++)
    text += `Entry ${n}: the ${word(n * 7)} of the ${word(n * 31)} is near the ${word(n * 3)}. `;
  return text.slice(0, 100_000);
}

export const ODD_SOURCES: OddSource[] = [
  {
    shape: 'one table',
    text: `| Dock | Length | Cargo |\n| --- | --- | --- |\n${PORTS}`,
    question: 'What is the length of dock-27?',
    says: '81 metres',
  },
  {
    shape: 'one file of code',
    text: CODE,
    question: 'How do I open the lock gate and wait until the water is level?',
    says: 'openLockGate',
  },
  {
    shape: 'one list of 5,000 lines',
    text: lines(5_000, (n) => `- Locker ${n} holds the ${word(n)} of crew ${n * 13}.`),
    question: 'What does locker 4321 hold?',
    says: 'Locker 4321',
  },
  {
    shape: 'headings and nothing else',
    text: lines(300, (n) => `${'#'.repeat(1 + (n % 4))} Chapter ${n} of the ${word(n)}`),
    question: 'What is in chapter 17?',
    says: undefined,
  },
  {
    shape: 'a single line of 100,000 characters',
    text: oneLine(),
    question: 'When does the night ferry to the island leave?',
    says: '23:40',
  },
  {
    shape: 'a single word of 100,000 characters',
    text: `ferry${'x'.repeat(100_000)}`,
    question: 'When does the ferry leave?',
    says: undefined,
  },
  {
    shape: 'one paragraph without a full stop',
    text: `The keys of the boat house hang behind the clock ${lines(3_000, (n) => word(n * 7)).replaceAll('\n', ' ')}`,
    question: 'Where do the keys of the boat house hang?',
    says: 'behind the clock',
  },
  {
    shape: 'Arabic',
    text: 'تغادر العبّارة الميناء كل صباح في الساعة التاسعة. ثمن التذكرة ثمانية دنانير للبالغين. الأطفال يسافرون مجانا.',
    question: 'ما ثمن التذكرة للبالغين؟',
    says: 'ثمانية دنانير',
  },
  {
    shape: 'Hebrew',
    text: 'המעבורת יוצאת מהנמל בכל בוקר בשעה תשע. מחיר הכרטיס למבוגר הוא שמונה שקלים. ילדים נוסעים בחינם.',
    question: 'מה מחיר הכרטיס למבוגר?',
    says: 'שמונה שקלים',
  },
  {
    shape: 'Chinese',
    text: '渡轮每天早上九点离开港口。成人票价为八元。儿童免费乘坐。末班渡轮晚上十点出发。',
    question: '成人票价是多少？',
    says: '成人票价为八元',
  },
  {
    shape: 'Japanese',
    text: 'フェリーは毎朝九時に港を出ます。大人の運賃は八百円です。子供は無料で乗れます。最終便は夜十時に出ます。',
    question: '大人の運賃はいくらですか？',
    says: '八百円',
  },
  {
    shape: 'Thai',
    text: 'เรือข้ามฟากออกจากท่าทุกเช้าเวลาเก้าโมง ค่าโดยสารสำหรับผู้ใหญ่แปดสิบบาท เด็กขึ้นเรือฟรี เรือเที่ยวสุดท้ายออกเวลาสี่ทุ่ม',
    question: 'ค่าโดยสารสำหรับผู้ใหญ่เท่าไหร่',
    says: 'แปดสิบบาท',
  },
  {
    shape: 'Hebrew and English in one line',
    text: 'כדי להפעיל את השירות יש להריץ npm start ולפתוח את הדפדפן בכתובת localhost:8080. The sandbox (ארגז חול) listens on port 8081.',
    question: 'Which port does the sandbox listen on?',
    says: '8081',
  },
  {
    shape: 'marks that turn the direction of text',
    text: 'The \u202egreen\u202c door opens at nine. The \u2067blue\u2069 door opens at ten. \u200fThe red door stays shut.',
    question: 'When does the blue door open?',
    says: 'ten',
  },
];

export function oddSource(shape: string): OddSource {
  const found = ODD_SOURCES.find((odd) => odd.shape === shape);
  if (!found) throw new Error(`There is no odd source "${shape}".`);
  return found;
}
