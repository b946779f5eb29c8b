/** Sources in one language, and queries whose words stand there in another form, or cut in another way. */
export type LanguageCase = {
  language: string;
  sources: Record<string, string>;
  queries: [query: string, source: string][];
  /** Queries that should find their source, and do not: there is no stemmer that knows these forms. */
  notYet?: [query: string, source: string][];
};

export const LANGUAGE_CASES: LanguageCase[] = [
  {
    language: 'English',
    sources: {
      returns: 'Customers may return any item within thirty days and are refunded in full.',
      shipping: 'Parcels leave our warehouse every morning and are delivered within four days.',
      hours: 'The shop opens at nine and closes at six, except on Sundays.',
      repairs: 'Broken hinges and faulty motors are repaired by our technicians for two years.',
    },
    queries: [
      ['returning items', 'returns'],
      ['deliveries of a parcel', 'shipping'],
      ['closing on Sunday', 'hours'],
      ['repair a broken hinge', 'repairs'],
    ],
  },
  {
    language: 'German',
    sources: {
      Kündigung:
        'Die Kündigung des Vertrags muss schriftlich erfolgen, drei Monate vor dem Ende der Laufzeit.',
      Versand: 'Die Lieferung der Pakete dauert vier Tage; größere Möbel kommen mit der Spedition.',
      Öffnung: 'Unsere Häuser öffnen um neun Uhr und schließen an Feiertagen früher.',
      Haftung: 'Die Haftpflichtversicherung zahlt Schäden, die ein Mieter an der Wohnung verursacht.',
    },
    queries: [
      ['Verträge kündigen', 'Kündigung'],
      ['wann schliesst das Haus', 'Öffnung'],
      ['wie lange dauern Lieferungen', 'Versand'],
      ['grosses Möbel', 'Versand'],
      ['Schaden durch Mieter', 'Haftung'],
      ['Haftpflichtversicherungen', 'Haftung'],
    ],
  },
  {
    language: 'French',
    sources: {
      retours: "L'article peut être renvoyé pendant trente jours après l'achat, et l'argent est rendu.",
      livraison: "Les colis partent chaque matin de l'entrepôt et sont livrés en quatre jours.",
      horaires: "Le magasin ouvre à neuf heures et ferme l'été à cinq heures.",
      école: "Les élèves de l'école apprennent à nager dès la première année.",
    },
    queries: [
      ["renvoyer l'article", 'retours'],
      ['livrer un colis', 'livraison'],
      ['entrepot', 'livraison'],
      ['fermeture d’été', 'horaires'],
      ['ecole', 'école'],
      ["qu'est-ce que les élèves apprennent", 'école'],
    ],
  },
  {
    language: 'Turkish',
    sources: {
      iade: 'Müşteriler ürünleri otuz gün içinde iade edebilir ve paralarını geri alır.',
      kargo: 'Paketler her sabah İstanbul deposundan çıkar ve dört günde teslim edilir.',
      saatler: 'Mağaza dokuzda açılır, pazar günleri kapalıdır. Işıklar altıda söner.',
    },
    queries: [
      ['ürün iadesi', 'iade'],
      ['istanbul deposu', 'kargo'],
      ['İSTANBUL', 'kargo'],
      ['ışık', 'saatler'],
      ['IŞIKLAR', 'saatler'],
      ['mağazalar', 'saatler'],
    ],
  },
  {
    language: 'Russian',
    sources: {
      возврат: 'Покупатели могут вернуть товар в течение тридцати дней и получить деньги обратно.',
      доставка: 'Посылки отправляются со склада каждое утро, доставка занимает четыре дня.',
      часы: 'Магазин открывается в девять и закрывается в шесть, кроме воскресенья. Ёлку ставят в декабре.',
    },
    queries: [
      ['возвращение товаров', 'возврат'],
      ['склады', 'доставка'],
      ['отправка посылок', 'доставка'],
      ['воскресенье магазины', 'часы'],
      ['елка', 'часы'],
    ],
  },
  {
    language: 'Greek',
    sources: {
      επιστροφές:
        'Οι πελάτες μπορούν να επιστρέψουν το προϊόν μέσα σε τριάντα ημέρες και να πάρουν τα χρήματά τους.',
      αποστολή: 'Τα δέματα φεύγουν από την αποθήκη κάθε πρωί και παραδίδονται σε τέσσερις ημέρες.',
      ωράριο: 'Το κατάστημα ανοίγει στις εννέα και κλείνει στις έξι, εκτός από την Κυριακή.',
    },
    queries: [
      ['προιον', 'επιστροφές'],
      ['αποθηκη', 'αποστολή'],
      ['ΔΕΜΑΤΑ', 'αποστολή'],
    ],
    notYet: [
      ['προϊόντα πελατών', 'επιστροφές'],
      ['καταστήματα Κυριακές', 'ωράριο'],
    ],
  },
  {
    language: 'Arabic',
    sources: {
      الإرجاع: 'يمكن للعملاء إرجاع أي منتج خلال ثلاثين يوما واسترداد أموالهم بالكامل.',
      الشحن: 'تغادر الطرود المستودع كل صباح ويستغرق التوصيل أربعة أيام عمل.',
      المواعيد: 'يفتح المتجر في التاسعة ويغلق في السادسة ما عدا يوم الجمعة.',
    },
    queries: [
      ['المنتجات', 'الإرجاع'],
      ['مُنتَج', 'الإرجاع'],
      ['المتاجر', 'المواعيد'],
      ['متجر', 'المواعيد'],
    ],
    notYet: [['والمستودع', 'الشحن']],
  },
  {
    language: 'Hebrew',
    sources: {
      החזרות: 'לקוחות רשאים להחזיר כל מוצר בתוך שלושים יום ולקבל את כספם בחזרה.',
      משלוח: 'החבילות יוצאות מהמחסן בכל בוקר, והמשלוח לנורווגיה אורך ארבעה ימים.',
      שעות: 'החנות נפתחת בתשע ונסגרת בשש, מלבד יום שבת.',
    },
    queries: [
      ['מוצר', 'החזרות'],
      ['החבילות', 'משלוח'],
      ['מֵהַמַּחְסָן', 'משלוח'],
      ['החנות נפתחת', 'שעות'],
    ],
    notYet: [
      ['המוצר', 'החזרות'],
      ['חבילות', 'משלוח'],
      ['מחסן', 'משלוח'],
      ['חנות', 'שעות'],
      ['בַּחֲנוּת', 'שעות'],
    ],
  },
  {
    language: 'Hindi',
    sources: {
      वापसी: 'ग्राहक तीस दिनों के भीतर कोई भी वस्तु लौटा सकते हैं और पूरा पैसा वापस पा सकते हैं।',
      भेजना: 'पार्सल हर सुबह गोदाम से निकलते हैं और चार दिनों में पहुँचाए जाते हैं।',
      समय: 'दुकान नौ बजे खुलती है और छह बजे बंद होती है, रविवार को छोड़कर। क़लम नीली है।',
    },
    queries: [
      ['वस्तु वापस', 'वापसी'],
      ['क़लम', 'समय'],
    ],
    notYet: [
      ['ग्राहकों', 'वापसी'],
      ['गोदामों', 'भेजना'],
      ['पहुंचाए', 'भेजना'],
      ['दुकानें', 'समय'],
    ],
  },
  {
    language: 'Vietnamese',
    sources: {
      'trả hàng': 'Khách hàng có thể trả lại sản phẩm trong vòng ba mươi ngày và được hoàn tiền.',
      'giao hàng': 'Các kiện hàng rời kho mỗi sáng và được giao trong bốn ngày.',
      'giờ mở cửa': 'Cửa hàng mở lúc chín giờ và đóng lúc sáu giờ, trừ chủ nhật. Đường vào ở phía đông.',
    },
    queries: [
      ['hoàn tiền sản phẩm', 'trả hàng'],
      ['hoan tien san pham', 'trả hàng'],
      ['kiện hàng rời kho', 'giao hàng'],
      ['chủ nhật', 'giờ mở cửa'],
      ['duong phia dong', 'giờ mở cửa'],
    ],
  },
  {
    language: 'Korean',
    sources: {
      환불: '고객은 삼십 일 이내에 어떤 상품이든 반품하고 전액 환불받을 수 있습니다.',
      배송: '소포는 매일 아침 창고에서 출발하며 배송은 나흘이 걸립니다.',
      시간: '가게는 아홉 시에 열고 여섯 시에 닫으며 일요일에는 쉽니다. 도서관도 근처에 있습니다.',
    },
    queries: [
      ['상품 반품', '환불'],
      ['고객에게', '환불'],
      ['창고', '배송'],
      ['소포를 배송', '배송'],
      ['도서관', '시간'],
      ['가게가 일요일', '시간'],
    ],
  },
  {
    language: 'Chinese, simplified',
    sources: {
      退货: '顾客可以在三十天内退回任何商品，并获得全额退款。',
      配送: '包裹每天早上离开仓库，送到挪威需要四个工作日。',
      营业: '我们的商店周一到周五营业，周末休息，节假日另行通知。',
    },
    queries: [
      ['退款', '退货'],
      ['商品怎么退回', '退货'],
      ['仓库包裹', '配送'],
      ['工作日', '配送'],
      ['周末营业吗', '营业'],
      ['店周', '营业'],
    ],
  },
  {
    language: 'Chinese, traditional',
    sources: {
      退貨: '顧客可以在三十天內退回任何商品，並獲得全額退款。',
      配送: '包裹每天早上離開倉庫，送到挪威需要四個工作天。',
      營業: '我們的商店週一到週五營業，週末休息，國定假日另行通知。',
    },
    queries: [
      ['退款', '退貨'],
      ['倉庫', '配送'],
      ['包裹何時離開', '配送'],
      ['國定假日', '營業'],
      ['週末營業嗎', '營業'],
    ],
  },
  {
    language: 'Japanese',
    sources: {
      返品: 'お客様は三十日以内にどの商品でも返品でき、全額が返金されます。',
      配送: '荷物は毎朝倉庫を出発し、配達には四営業日かかります。データセンターから通知が届きます。',
      営業時間: '店は九時に開き、六時に閉まります。東京都では日曜日もお休みです。',
    },
    queries: [
      ['商品の返品', '返品'],
      ['返金', '返品'],
      ['倉庫から荷物', '配送'],
      ['データセンター', '配送'],
      ['ﾃﾞｰﾀｾﾝﾀｰ', '配送'],
      ['東京', '営業時間'],
      ['京都では', '営業時間'],
      ['おやすみ 日曜', '営業時間'],
    ],
  },
  {
    language: 'Thai',
    sources: {
      การคืนสินค้า: 'ลูกค้าสามารถคืนสินค้าใดก็ได้ภายในสามสิบวันและได้รับเงินคืนเต็มจำนวน',
      การจัดส่ง: 'พัสดุออกจากคลังทุกเช้าและใช้เวลาจัดส่งสี่วันทำการ',
      เวลาทำการ: 'ร้านเปิดเก้าโมงและปิดหกโมงเย็น ยกเว้นวันอาทิตย์ ห้องสมุดอยู่ใกล้สถานีรถไฟ',
    },
    queries: [
      ['คืนเงิน', 'การคืนสินค้า'],
      ['สินค้า', 'การคืนสินค้า'],
      ['คลังพัสดุ', 'การจัดส่ง'],
      ['วันอาทิตย์', 'เวลาทำการ'],
      ['สถานี', 'เวลาทำการ'],
      ['รถไฟใกล้ห้องสมุด', 'เวลาทำการ'],
    ],
  },
  {
    language: 'Lao',
    sources: {
      ການສົ່ງຄືນ: 'ລູກຄ້າສາມາດສົ່ງສິນຄ້າຄືນພາຍໃນສາມສິບວັນ ແລະໄດ້ຮັບເງິນຄືນເຕັມຈໍານວນ',
      ການຈັດສົ່ງ: 'ພັດສະດຸອອກຈາກສາງທຸກເຊົ້າ ແລະໃຊ້ເວລາສີ່ວັນ',
      ເວລາ: 'ຮ້ານເປີດເກົ້າໂມງ ແລະປິດຫົກໂມງແລງ ຍົກເວັ້ນວັນອາທິດ',
    },
    queries: [
      ['ເງິນຄືນ', 'ການສົ່ງຄືນ'],
      ['ສິນຄ້າ', 'ການສົ່ງຄືນ'],
      ['ສາງ', 'ການຈັດສົ່ງ'],
      ['ພັດສະດຸ', 'ການຈັດສົ່ງ'],
      ['ວັນອາທິດ', 'ເວລາ'],
      ['ຮ້ານປິດ', 'ເວລາ'],
    ],
  },
  {
    language: 'Khmer',
    sources: {
      ការប្រគល់វិញ: 'អតិថិជនអាចប្រគល់ទំនិញវិញក្នុងរយៈពេលសាមសិបថ្ងៃ ហើយទទួលបានប្រាក់វិញទាំងអស់',
      ការដឹកជញ្ជូន: 'កញ្ចប់ចេញពីឃ្លាំងរៀងរាល់ព្រឹក ហើយការដឹកជញ្ជូនចំណាយពេលបួនថ្ងៃ',
      ម៉ោង: 'ហាងបើកនៅម៉ោងប្រាំបួន ហើយបិទនៅម៉ោងប្រាំមួយ លើកលែងតែថ្ងៃអាទិត្យ',
    },
    queries: [
      ['ទំនិញ', 'ការប្រគល់វិញ'],
      ['អតិថិជន', 'ការប្រគល់វិញ'],
      ['ឃ្លាំង', 'ការដឹកជញ្ជូន'],
      ['កញ្ចប់', 'ការដឹកជញ្ជូន'],
      ['ថ្ងៃអាទិត្យ', 'ម៉ោង'],
      ['ហាងបិទ', 'ម៉ោង'],
    ],
  },
  {
    language: 'Burmese',
    sources: {
      ပြန်ပေးခြင်း: 'ဝယ်သူများသည် ပစ္စည်းများကို ရက်သုံးဆယ်အတွင်း ပြန်ပေးနိုင်ပြီး ငွေအပြည့်ပြန်ရမည်။',
      ပို့ဆောင်ခြင်း: 'အထုပ်များသည် မနက်တိုင်း ဂိုဒေါင်မှ ထွက်ပြီး လေးရက်ကြာသည်။',
      အချိန်: 'ဆိုင်သည် နံနက်ကိုးနာရီတွင် ဖွင့်ပြီး ညနေခြောက်နာရီတွင် ပိတ်သည်။ တနင်္ဂနွေနေ့ ပိတ်သည်။',
    },
    queries: [
      ['ပစ္စည်း', 'ပြန်ပေးခြင်း'],
      ['ငွေပြန်', 'ပြန်ပေးခြင်း'],
      ['ဂိုဒေါင်', 'ပို့ဆောင်ခြင်း'],
      ['အထုပ်', 'ပို့ဆောင်ခြင်း'],
      ['ဆိုင်ပိတ်', 'အချိန်'],
      ['တနင်္ဂနွေ', 'အချိန်'],
    ],
  },
  {
    language: 'code',
    sources: {
      errors: 'The call ends with ERR_CONN_42X when the peer resets it; E1027 stands for a full disk.',
      names: 'getUserName reads user_profile_id from the row and hands it to HttpRequestParser.',
      contact:
        'Write to help.desk@harbour.example.org, or look at /etc/footnote/config.toml and C:\\Tools\\run.bat.',
      versions: 'Version v2.14.3 needs Node 24.15 and libfoo-1.8.0-rc1, and was built with C++ and .NET.',
      forms:
        'Ｆｕｌｌ　ｗｉｄｔｈ ＡＢＣ１２３ and the ﬁne ligature; Å stands for the unit, café for cafe\u0301.',
      quotes: 'She called it a state-of-the-art espresso machine — naïve, perhaps, and co-operative.',
    },
    queries: [
      ['ERR_CONN_42X', 'errors'],
      ['42X', 'errors'],
      ['err conn', 'errors'],
      ['e1027', 'errors'],
      ['getUserName', 'names'],
      ['getusername', 'names'],
      ['user name', 'names'],
      ['user_profile_id', 'names'],
      ['profile', 'names'],
      ['request parser', 'names'],
      ['help.desk@harbour.example.org', 'contact'],
      ['harbour.example.org', 'contact'],
      ['desk', 'contact'],
      ['/etc/footnote/config.toml', 'contact'],
      ['config.toml', 'contact'],
      ['C:\\Tools\\run.bat', 'contact'],
      ['run.bat', 'contact'],
      ['v2.14.3', 'versions'],
      ['2.14.3', 'versions'],
      ['libfoo', 'versions'],
      ['libfoo 1.8.0', 'versions'],
      ['C++', 'versions'],
      ['.net', 'versions'],
      ['full width abc123', 'forms'],
      ['ＦＵＬＬ', 'forms'],
      ['fine', 'forms'],
      ['CAFE', 'forms'],
      ['cafe\u0301', 'forms'],
      ['å unit', 'forms'],
      ['state of the art', 'quotes'],
      ['naive', 'quotes'],
      ['cooperative', 'quotes'],
      ['zero\u200bwidth esp\u00adresso', 'quotes'],
    ],
  },
];
