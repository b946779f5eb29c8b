/** The texts of the generated web pages, in six languages. All of them are invented. */

export type Story = {
  lang: 'en' | 'de' | 'fr' | 'es' | 'ja' | 'ar';
  title: string;
  author: string;
  paragraphs: readonly string[];
};

export const STORIES: readonly Story[] = [
  {
    lang: 'en',
    title: 'Harbour bridge closes for nine weeks',
    author: 'Maren Holt',
    paragraphs: [
      'The swing bridge across the old harbour will be closed to all traffic from the second of March, the port authority said on Tuesday. Divers found cracks in two of the eight steel rollers on which the bridge turns.',
      'New rollers are being cast in a foundry upriver and will arrive on a barge at the end of the month. Until then the bridge stays open for ships, so that fishing boats reach the market, but pedestrians have to take the ferry at Mill Quay.',
      'The ferry will run every twelve minutes from five in the morning until midnight. It is free for anyone who lives in the northern district, and bicycles travel at no charge on the lower deck.',
      '“We looked at a shorter closure at night only,” said the harbour engineer, Ida Brandt, “but the rollers weigh eleven tonnes each, and nobody wants to lift them in the dark.” She expects the work to cost 2.4 million.',
      'Shopkeepers on the island fear a slow spring. The council has promised to waive the rent for market stalls in March and April, and to put up signs that lead visitors to the ferry.',
    ],
  },
  {
    lang: 'en',
    title: 'Why our bread starter sulks in winter',
    author: 'Tomas Reed',
    paragraphs: [
      'Every January the jar on our kitchen shelf goes quiet. The same flour, the same water, the same spoon, and yet the starter that doubled in four hours last summer now needs most of a day.',
      'Wild yeast is happiest at about twenty-six degrees. At eighteen it still eats, only slowly, while the bacteria that make the dough sour keep working at their own pace. The loaf turns out flat and sharp.',
      'There are three remedies, and none of them needs a machine. Feed the starter with water that feels warm on the wrist. Keep the jar in the oven with the light on. Or use more of the old starter in each feeding, a third instead of a fifth.',
      'I tried all of them for two weeks and wrote down the hours. Warm water alone saved three hours, the oven light five. Both together brought the jar back to its summer rhythm.',
      'What did not help was sugar. It made foam for an evening and left a smell of beer in the dough that lasted until the weekend.',
    ],
  },
  {
    lang: 'en',
    title: 'Renewing a mooring permit',
    author: 'Office of Waterways',
    paragraphs: [
      'You need a mooring permit if you keep a boat on a public quay for longer than seven days in a row. A permit lasts for two years and can be renewed up to ninety days before it ends.',
      'To renew it you need the number of the old permit, proof of insurance for the boat, and a photograph that shows the name on the hull. You do not need to come to the office.',
      'The fee is 84 for boats of up to eight metres and 12 for each further metre. Owners who are older than seventy, and clubs that teach children to sail, pay half.',
      'We decide within ten working days. If you hear nothing by then, the permit counts as renewed, and you can print it from your account.',
      'A permit can be withdrawn when a boat sinks, leaks oil, or has not moved for a year. You may object within one month of the letter.',
    ],
  },
  {
    lang: 'en',
    title: 'Configuring the tide gauge',
    author: 'Gauge team',
    paragraphs: [
      'The gauge reads its settings from a single file when it starts, and again whenever it receives the signal for a reload. Settings that it does not know are reported and otherwise ignored.',
      'Each sensor has a name, a depth in centimetres, and an interval in seconds between two readings. The shortest interval is one second, because the float needs that long to settle after a wave.',
      'Readings are kept in memory for an hour and written to disk in one go. If the power fails, at most the readings of the last hour are lost; set the interval of the log to sixty to shorten that to a minute.',
      'To calibrate a sensor, hold the float at the mark, wait for the green light, and run the command below. It writes the offset into the settings and keeps the old file beside it.',
      'A gauge that reports a depth of zero for longer than ten minutes has usually lost its float. Check the chain before you replace the electronics.',
    ],
  },
  {
    lang: 'en',
    title: 'Letters from a lighthouse kitchen',
    author: 'Ada Quill',
    paragraphs: [
      'My grandmother cooked for three keepers and a mule. The light stood on a rock where nothing grew but samphire, and the boat with the flour came when the sea allowed it.',
      'She wrote every Sunday, on the backs of tide tables, to a sister in the city who kept all of the letters in a biscuit tin. I found the tin last autumn behind a wall of preserving jars.',
      'What surprised me was how little she complained. There is a page about the fog horn, which curdled milk, as she was convinced, and one about a keeper who salted his tea for a bet and then drank it for eleven years.',
      'But mostly she describes food. A pudding of limpets and oats. Eggs that arrived painted in tar, so that they would last. A cake for the relief keeper that took two days, because the oven could hold its heat for twenty minutes at a time.',
      'I have begun to cook my way through the tin. The limpets were a mistake. The cake, baked in a city oven in one go, is the best that I have ever made.',
    ],
  },
  {
    lang: 'de',
    title: 'Stadtarchiv öffnet den Kartensaal',
    author: 'Jonas Weber',
    paragraphs: [
      'Nach sieben Jahren Umbau öffnet das Stadtarchiv am kommenden Samstag seinen Kartensaal wieder für Besucherinnen und Besucher. Gezeigt werden zunächst achtzig Blätter aus drei Jahrhunderten.',
      'Das älteste Stück ist ein Plan der Hafenbefestigung von 1612, der lange als verschollen galt. Eine Restauratorin fand ihn zusammengerollt im Schaft einer alten Fahnenstange.',
      'Der Saal hat jetzt eine Klimaanlage und Vitrinen, deren Licht sich mit jedem Schritt dimmt. Fotografieren ist erlaubt, solange kein Blitz benutzt wird, und Kopien kosten zwei Euro das Blatt.',
      'Die Leiterin des Archivs, Hanna Löwe, hofft auf Schulklassen. Für sie gibt es an jedem Mittwoch einen Workshop, in dem Kinder den eigenen Schulweg mit Feder und Tusche zeichnen.',
      'Der Eintritt ist im ersten Monat frei. Danach kostet eine Karte vier Euro, und wer ein Blatt aus dem eigenen Keller mitbringt, das ins Archiv passt, zahlt nie wieder.',
    ],
  },
  {
    lang: 'fr',
    title: 'Le dernier moulin à marée reprend du service',
    author: 'Claire Morvan',
    paragraphs: [
      'Immobile depuis 1958, la roue du moulin à marée de la presqu’île a tourné de nouveau dimanche devant une foule de curieux. Il a fallu quatre ans à une équipe de bénévoles pour remettre le mécanisme en état.',
      'Le principe est simple : à marée haute, l’étang se remplit derrière une digue ; à marée basse, l’eau s’échappe en passant sous la roue. Le meunier travaille donc deux fois par jour, à des heures qui changent sans cesse.',
      'Les pièces en bois ont été taillées dans des chênes tombés lors de la tempête de janvier. Seule la grande meule, trop fissurée, vient d’une carrière située à trois cents kilomètres.',
      'La farine sera vendue au marché du samedi. L’association espère en produire une tonne par an, assez pour payer l’entretien et le salaire d’un apprenti.',
      'Des visites sont prévues chaque week-end, à condition que la marée le permette. Il est prudent de consulter l’annuaire avant de partir.',
    ],
  },
  {
    lang: 'es',
    title: 'Los faros apagados buscan vecinos',
    author: 'Lucía Prado',
    paragraphs: [
      'La autoridad portuaria alquilará seis faros que dejaron de funcionar hace dos décadas. Quien los habite deberá arreglar el tejado, pintar la torre cada cinco años y abrir la puerta a las visitas un domingo al mes.',
      'El precio es casi simbólico: cien monedas al año. A cambio, el inquilino se compromete a vivir allí al menos nueve meses y a anotar el tiempo que hace cada mañana en un cuaderno.',
      'Han llegado más de mil solicitudes. Entre ellas hay una pareja de panaderos, un afinador de pianos y una escuela que quiere enseñar astronomía lejos de las luces de la ciudad.',
      'No todos los faros tienen carretera. Al de la isla menor solo se llega en barca, y cuando sopla el viento del norte puede pasar una semana sin correo ni pan.',
      'La lista de elegidos se publicará en junio. Los vecinos del pueblo más cercano tienen voto, porque serán ellos quienes enciendan la estufa cuando falte la leña.',
    ],
  },
  {
    lang: 'ja',
    title: '小さな港の図書船',
    author: '佐藤みなと',
    paragraphs: [
      '月に二度、白い船が島の港に入ってくる。積み荷は魚でも野菜でもなく、三千冊の本である。島の子どもたちは桟橋に並び、返す本を胸に抱えて待っている。',
      '図書船が始まったのは四十年前のことだ。当時の船長は定年を迎えた教師で、自分の本棚を漁船に載せて近くの島を回った。最初の日に借りられたのは七冊だったという。',
      '今では司書が二人乗り、冬の間も休まずに五つの島を訪ねる。波の高い日は港に入れないので、そのときは本を防水の箱に入れ、小舟で届ける。',
      '一番人気があるのは料理の本と、遠い国の地図である。島のお年寄りは大きな文字の小説を好み、借りる前に必ず最後の一頁を読む。',
      '船は来年、電気で動く新しい船に替わる。本棚の数は変わらないが、窓際に小さな机が四つ増えるそうだ。',
    ],
  },
  {
    lang: 'ar',
    title: 'سوق الكتب القديمة يعود إلى الميناء',
    author: 'ليلى حداد',
    paragraphs: [
      'عاد سوق الكتب القديمة إلى رصيف الميناء بعد غياب دام ست سنوات. نصب الباعة أربعين كشكا خشبيا بين المنارة ومحطة العبارات، وافتتح السوق صباح الجمعة.',
      'يقول منظمو السوق إن عدد الزوار في اليوم الأول تجاوز ثلاثة آلاف شخص. جاء كثير منهم من القرى المجاورة بحثا عن كتب مدرسية وروايات لم تعد تطبع.',
      'أقدم كتاب معروض هو دليل للملاحة طبع قبل مئة وخمسين عاما، وقد رفض صاحبه بيعه رغم عروض سخية. أما أرخص الكتب فتباع بالكيلو في آخر النهار.',
      'خصص المجلس البلدي قاعة صغيرة لتجليد الكتب التالفة، حيث يتعلم الأطفال كيف تخاط الصفحات وكيف يصنع الغراء من النشا.',
      'يستمر السوق كل يوم جمعة حتى نهاية الخريف، ويغلق أبوابه عند هبوب الرياح الشمالية خوفا على الورق.',
    ],
  },
];
