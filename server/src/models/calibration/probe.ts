/** Questions about everyday subjects, each with a passage that answers it, to measure what a model's numbers mean. Half
 *  are English. No passage answers another question. */
export const PROBE: readonly { language: string; question: string; passage: string }[] = [
  {
    language: 'en',
    question: 'How long can I return a pair of shoes I bought online?',
    passage:
      'Footwear ordered from our web shop may be sent back within thirty days of delivery. Leave the sticker on the sole and enclose the return slip; the refund reaches your account after about a week.',
  },
  {
    language: 'en',
    question: 'Why does bread dough have to rest before baking?',
    passage:
      'While the dough stands in a warm place, yeast turns sugar into gas and the gluten relaxes. Without this rise the loaf stays dense and tears in the oven.',
  },
  {
    language: 'en',
    question: 'What should I do when the router shows a red light?',
    passage:
      'A red lamp on the router means that the line has lost its signal. Unplug the device for a minute, check the cable in the wall socket, and call support if the lamp is still red afterwards.',
  },
  {
    language: 'en',
    question: 'Who has to approve a business trip?',
    passage:
      'Travel on company business needs the consent of the head of department. Journeys abroad and those above two thousand euros are signed by the finance director as well.',
  },
  {
    language: 'en',
    question: 'When do hedgehogs wake up from hibernation?',
    passage:
      'Hedgehogs spend the cold months asleep under leaves and brushwood. They leave their nests in March or April, when nights stay above five degrees and beetles can be found again.',
  },
  {
    language: 'en',
    question: 'How is the interest on a savings account taxed?',
    passage:
      'Interest paid on savings counts as income from capital. The bank withholds a quarter of it for the tax office unless an exemption order has been filed.',
  },
  {
    language: 'en',
    question: 'Which medicine helps against seasickness?',
    passage:
      'Tablets with dimenhydrinate relieve nausea on boats if taken half an hour before departure. They make drowsy, so do not drive after landing.',
  },
  {
    language: 'en',
    question: 'What is the oldest university in Europe?',
    passage:
      'The school of law founded at Bologna in 1088 is held to be the first European university; Oxford and Paris followed within a century.',
  },
  {
    language: 'en',
    question: 'Can I park in front of a fire hydrant?',
    passage:
      'Stopping within five metres of a hydrant is forbidden at all times. Vehicles left there are towed away at the cost of their owner.',
  },
  {
    language: 'en',
    question: 'How do I descale the coffee machine?',
    passage:
      'Fill the tank with a litre of water and one sachet of citric acid, hold the steam button for three seconds, and let the cleaning programme run. Rinse twice with fresh water to remove the lime.',
  },
  {
    language: 'en',
    question: 'What does an electrical fuse protect against?',
    passage:
      'If too much current flows, the thin wire in a fuse melts and breaks the circuit, so that cables in the wall do not overheat and start a fire.',
  },
  {
    language: 'en',
    question: 'How many players are on a volleyball team?',
    passage:
      'Each side of the volleyball court has six players, three at the net and three behind. Substitutes wait outside the line and come in at a pause.',
  },
  {
    language: 'de',
    question: 'Wie beantrage ich Elternzeit?',
    passage:
      'Die Elternzeit wird spätestens sieben Wochen vor ihrem Beginn schriftlich beim Arbeitgeber angemeldet. Im Antrag steht, für welche Zeiträume sie genommen wird.',
  },
  {
    language: 'de',
    question: 'Welche Temperatur sollte ein Kühlschrank haben?',
    passage:
      'Im Kühlschrank sind sieben Grad im mittleren Fach ideal. Unter vier Grad gefriert Gemüse an der Rückwand, über acht Grad verdirbt Milch rasch.',
  },
  {
    language: 'fr',
    question: 'Comment renouveler une carte d’identité ?',
    passage:
      'Pour refaire sa carte d’identité, il faut prendre rendez-vous à la mairie avec une photo récente et un justificatif de domicile. Le délai est d’environ un mois.',
  },
  {
    language: 'es',
    question: '¿A qué hora abre la biblioteca los sábados?',
    passage:
      'La biblioteca municipal abre de lunes a viernes de nueve a veinte horas; los sábados solo por la mañana, de diez a catorce.',
  },
  {
    language: 'it',
    question: 'Come si cambia la gomma di una bicicletta?',
    passage:
      'Togliere la ruota, sgonfiare la camera d’aria e staccare il copertone con le leve. Montata la gomma nuova, si gonfia la bicicletta fino a quattro bar.',
  },
  {
    language: 'pt',
    question: 'Qual é o prazo de garantia da máquina de lavar?',
    passage:
      'A máquina de lavar tem garantia de três anos a partir da data da fatura. O prazo não cobre danos causados por calcário ou má instalação.',
  },
  {
    language: 'ru',
    question: 'Сколько воды нужно пить в жару?',
    passage:
      'В жаркую погоду взрослому человеку нужно выпивать два–три литра воды в день, маленькими глотками и не только тогда, когда появилась жажда.',
  },
  {
    language: 'pl',
    question: 'Jak długo ważny jest bilet miesięczny?',
    passage:
      'Bilet miesięczny jest ważny przez trzydzieści dni od pierwszego skasowania, na wszystkich liniach tramwajowych i autobusowych w mieście.',
  },
  {
    language: 'zh',
    question: '如何重置忘记的密码？',
    passage:
      '如果忘记密码，请在登录页面点击“忘记密码”，输入注册邮箱。系统会发送一个链接，打开后即可设置新密码。',
  },
  {
    language: 'ja',
    question: '富士山に登れるのはいつですか。',
    passage:
      '富士山の登山期間は七月上旬から九月上旬までです。それ以外の時期は山小屋が閉まり、雪と強風のため登山は危険です。',
  },
  {
    language: 'ar',
    question: 'متى يجب تغيير زيت محرك السيارة؟',
    passage:
      'يُنصح بتغيير زيت محرك السيارة كل عشرة آلاف كيلومتر أو مرة في السنة، أيهما أقرب، مع استبدال مصفاة الزيت.',
  },
  {
    language: 'ko',
    question: '김치는 얼마나 오래 보관할 수 있나요?',
    passage:
      '김치는 냉장고에서 여섯 달까지 보관할 수 있습니다. 오래 두면 신맛이 강해지므로 찌개에 넣어 먹는 것이 좋습니다.',
  },
];
