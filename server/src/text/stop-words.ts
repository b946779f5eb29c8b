const lists = {
  en: `a an the and or but nor if then than so because as of at by for with about against between into through
    during before after above below to from up down in out on off over under again further once here there when
    where why how all any both each few more most other some such no not only own same too very can could will
    would should shall may might must just do does did doing done have has had having be is am are was were been
    being i me my mine we us our ours you your yours he him his she her hers it its they them their theirs what
    which who whom whose this that these those don doesn didn isn aren wasn weren hasn haven hadn won couldn
    shouldn wouldn tell give please many much let get also`,
  de: `der die das den dem des ein eine einen einem einer eines und oder aber auch als wie so wenn dann dass daß
    weil ob in im an am auf aus bei beim mit nach von vom vor zu zum zur zwischen für gegen ohne um durch über
    unter bis seit ist sind war waren sein bin bist wird werden wurde wurden worden hat haben hatte hatten kann
    können konnte soll sollen muss müssen darf will ich du er sie es wir ihr mich mir dich dir ihm ihn ihnen uns
    euch mein dein sein seine seiner seinem seinen ihre ihrer ihrem ihren unser nicht kein keine keinen nur noch
    schon sehr mehr was wer wen wem wo wann warum welche welcher welches welchen welchem dieser diese dieses
    diesem diesen jeder jede jedes alle alles man sich hier dort da viele viel gibt`,
  fr: `le la les l un une des du de d et ou mais donc or ni car que qu qui quoi dont où quand comment pourquoi
    combien quel quelle quels quelles lequel laquelle au aux à dans en par pour sur sous avec sans entre vers
    chez ce c cet cette ces cela ça il elle ils elles on nous vous je j tu me m te t se s lui leur leurs moi toi
    soi mon ma mes ton ta tes son sa ses notre nos votre vos est sont était étaient été être suis es sommes êtes
    sera seront soit a as ai ont avait avaient avoir avons avez fut furent fait faire peut peuvent ne n pas plus
    moins très aussi comme si même tout toute tous toutes autre autres y depuis lors ainsi après avant`,
  es: `el la los las lo un una unos unas y e o u pero sino ni que qué quien quién quienes quiénes cual cuál cuales
    cuáles cuando cuándo donde dónde como cómo cuanto cuánto cuanta cuánta cuantos cuántos cuantas cuántas por
    porque para con sin sobre entre hasta desde de del a al en ante bajo contra durante según tras es son era eran
    fue fueron ser sido soy eres somos está están estaba estaban estar ha han había habían haber he hay hubo tiene
    tienen tenía puede pueden se le les me te nos os su sus mi mis tu tus yo tú él ella ellos ellas usted ustedes
    nosotros este esta estos estas ese esa esos esas eso esto aquel aquella no sí más menos muy también ya si
    todo toda todos todas otro otra otros otras`,
  pt: `o a os as um uma uns umas e ou mas nem que quê quem qual quais quando onde como quanto quanta quantos quantas
    por porque para com sem sobre entre até desde de do da dos das em no na nos nas ao à aos às pelo pela pelos
    pelas é são era eram foi foram ser sido sou está estão estava estar há tem têm tinha ter pode podem se lhe lhes
    me te seu sua seus suas meu minha teu tua eu tu ele ela eles elas você vocês nós este esta estes estas esse
    essa esses essas isso isto aquele aquela não sim mais menos muito também já todo toda todos todas outro
    outra outros outras num numa`,
  it: `il lo la i gli le l un uno una e ed o od ma né che chi cui quale quali quando dove come quanto quanta quanti
    quante perché per con senza su sul sulla sui sulle sullo tra fra fino da dal dalla dai dagli dalle dall di del
    dello della dei degli delle dell a al allo alla ai agli alle all in nel nello nella nei negli nelle nell è sono
    era erano fu furono essere stato stata stati state sarà ha hanno aveva avevano avere ho abbiamo può possono si
    se mi ti ci vi ne suo sua suoi sue mio mia tuo tua io tu lui lei egli essi noi voi loro questo questa questi
    queste quello quella quelli quelle quell non più meno molto anche già ancora tutto tutta tutti tutte altro
    altri altre cosa qual c d quest`,
  nl: `de het een en of maar want dat die dit deze wie wat waar wanneer waarom hoe welke hoeveel in op aan bij met
    van voor naar uit over onder tussen door tot om te als dan is zijn was waren ben bent geweest wordt worden werd
    werden heeft hebben had hadden kan kunnen kon zal zullen zou moet moeten mag ik je jij u hij zij ze het wij we
    jullie mij me hem haar hun ons onze mijn jouw zich er niet geen ook nog al meer zeer veel alle andere`,
  sv: `en ett den det de och eller men att som vad vem var när varför hur vilken vilket vilka i på av till från med
    för om vid under över mellan mot efter före utan genom är var vara varit blir bli blev har hade ha kan kunde
    ska skulle måste jag du han hon vi ni dem mig dig honom henne oss er min din sin sitt sina hans hennes deras
    inte ingen inget också så mer mycket alla andra detta denna dessa där här då än många finns`,
  da: `en et den det de og eller men at som hvad hvem hvor hvornår hvorfor hvordan hvilken hvilket hvilke i på af
    til fra med for om ved under over mellem mod efter før uden gennem er var være været bliver blive blev har
    havde have kan kunne skal skulle må jeg du han hun vi I dem mig dig ham hende os jer min din sin sit sine hans
    hendes deres ikke ingen intet også så mere meget alle andre dette denne disse der her da end mange`,
  no: `en et ei den det de og eller men at som hva hvem hvor når hvorfor hvordan hvilken hvilket hvilke i på av til
    fra med for om ved under over mellom mot etter før uten gjennom er var være vært blir bli ble har hadde ha kan
    kunne skal skulle må jeg du han hun vi dere dem meg deg ham henne oss min din sin sitt sine hans hennes deres
    ikke ingen ingenting også så mer mye alle andre dette denne disse der her da enn mange fra`,
  fi: `ja tai mutta että kuin kun jos niin myös ei en et emme eivät on ovat oli olivat olla ollut se ne tämä nämä tuo
    hän he minä sinä me te sen sitä siinä niiden hänen mikä mitä missä milloin miksi miten kuka kenen joka jotka
    jonka jossa jota vain vielä jo kanssa mukaan sekä eli koska voi voidaan ole kaikki`,
  hu: `a az egy és vagy de hogy nem is ha mint csak már még van volt vannak voltak lesz lehet ez azt ezt ezek azok
    aki ami amely melyik mely mi ki hol mikor miért hogyan mennyi hány milyen után alatt között által szerint ő ők
    én te mi ti neki meg el fel ki be le nagyon minden`,
  ro: `un o al ai ale a și sau dar că ce cine care când unde cum cât câți câte de la în din pe cu pentru prin despre
    între după până fără este e sunt era erau fi fost are au avea avut poate pot se îl îi le lui ei lor eu tu el
    ea noi voi ei ele acest această acești aceste acel acea nu da mai foarte și tot toate toți ca dacă sa său s-a
    fiind cel cea cei cele într dintre`,
  tr: `ve veya ya da de ki ile için gibi kadar daha en çok az bir bu şu o bunlar onlar ben sen biz siz ne kim nerede
    nereye nereden nasıl neden niçin hangi kaç mi mı mu mü değil var yok olan olarak olduğu oldu olur ise ama fakat
    ancak sonra önce göre her hiç tüm bütün tarafından idi edildi`,
  ca: `el la els les l un una uns unes i o però ni que què qui quin quina quins quines quan on com quant per perquè
    amb sense sobre entre fins des de del dels d a al als en és són era eren va van ser estat està estan ha han
    havia hi ho es se li els seu seva seus seves meu teu jo tu ell ella ells elles nosaltres aquest aquesta aquests
    aquestes això no més menys molt també ja tot tota tots totes altre altres`,
  cs: `a i nebo ale že by jak jako když kde kdo co který která které kteří jaký jaká jaké kolik proč kdy v ve na do
    od z ze s se k ke o po při pro před za mezi pod nad bez je jsou byl byla bylo byli být není má mají mít může
    ten ta to ti ty tento tato toto já ty on ona ono my vy oni jeho její jejich si ne také už jen však až`,
  pl: `a i oraz lub albo ale że by jak jako gdy gdzie kto co który która które którzy jaki jaka jakie ile dlaczego
    kiedy czy w we na do od z ze o po przy dla przed za między pod nad bez jest są był była było byli być nie ma
    mają mieć może ten ta to ci te ja ty on ona ono my wy oni jego jej ich się już tylko także również został`,
  hr: `i a ili ali da kako kao kada gdje tko što koji koja koje koliko zašto u na do od iz s sa k o po pri za prije
    između pod nad bez je su bio bila bilo bili biti nije ima imaju može taj ta to ovaj ova ovo ja ti on ona mi vi
    oni njegov njezin njihov se ne također već samo`,
  sl: `in ali pa da kako kot ko kje kdo kaj kateri katera katero koliko zakaj kdaj v na do od iz z s k o po pri za
    pred med pod nad brez je so bil bila bilo bili biti ni ima imajo lahko ta to tisti jaz ti on ona mi vi oni njegov
    njen njihov se ne tudi že samo`,
  vi: `và hoặc nhưng là của có không được cho với từ trong ngoài trên dưới ở tại đến về vào ra để khi nếu thì mà như
    các những một này kia đó ấy tôi bạn anh chị ông bà họ chúng ta ai gì nào đâu sao bao nhiêu mấy bằng bởi vì do
    đã đang sẽ rồi cũng rất hơn nhất lại còn theo sau trước giữa người`,
  id: `dan atau tetapi yang di ke dari pada untuk dengan dalam oleh karena jika bahwa sebagai adalah ialah ini itu
    saya anda dia ia mereka kami kita apa siapa mana kapan mengapa bagaimana berapa tidak bukan ada akan telah
    sudah sedang dapat bisa juga lebih sangat semua antara setelah sebelum seperti`,
  ru: `и в во не что он на я с со как а то все она так его но да ты к у же вы за бы по только ее её мне было вот от
    меня еще ещё нет о об из ему теперь когда даже ну ли если уже или ни быть был была были него до вас вам ведь
    там потом себя ей может они тут где есть надо ней для мы тебя их чем сам чтоб чтобы без будет кто этот эта это
    эти того тому этого какой какая какое какие каком какую сколько почему который которая которое которые при
    между после над через также является`,
  uk: `і й та в у не що він на я з із зі як а то все вона так його але ти до же ви за би по тільки її мені було від
    мене ще немає про ні бути був була були коли навіть чи якщо вже або там себе може вони де є для ми їх ким
    хто цей ця це ці того цього який яка яке які скільки чому при між після над через також`,
  bg: `и в във не че той на аз с със как а то все тя така го но да ти към вие за би по само я ми беше от още няма ако
    вече или ни бъде бил била били до там може те къде кога защо колко има са е се ние кой коя кое кои какво това
    този тази тези който която което които при между след над през също`,
  el: `ο η το οι τα του της των τον την τους τις στο στη στην στον στους στις στα ένα ένας μια μία ενός μιας και ή
    αλλά ότι που πως πώς πού ποιος ποια ποιο ποιοι ποιες πόσο πόσα πόσοι πόσες τι πότε γιατί όταν όπως αν να θα δεν
    μην με σε από για προς κατά μετά πριν χωρίς είναι ήταν έχει έχουν είχε είχαν αυτό αυτός αυτή αυτά αυτοί μου σου
    μας σας πιο πολύ όλα όλοι ως`,
  ar: `في من على إلى عن مع هذا هذه ذلك تلك التي الذي الذين ما ماذا من متى أين كيف لماذا كم هل أي هو هي هم أنا نحن
    أنت كان كانت يكون تكون قد لقد لا لم لن ليس إن أن و أو ثم بل حتى كل بعض غير بين بعد قبل عند كما إذا تم`,
  fa: `و در به از که این آن را با است برای یک تا بر هم نیز خود شد شده بود بودند می چه کی کجا چرا چگونه چند آیا او
    ما شما آنها من تو هر یا اما اگر پس بین هست نیست`,
  he: `של את על עם לא הוא היא הם הן אני אתה אנחנו זה זאת זו אלה מה מי איפה מתי למה איך כמה האם אשר כי אם או גם רק
    כל יש אין היה הייתה היו בין אל מן לפני אחרי`,
  hi: `के का की में है हैं था थी थे और या को से पर ने यह वह ये वे इस उस इन उन एक भी ही तो कि जो क्या कौन कब कहाँ कहां
    क्यों कैसे कितने कितना कितनी किस किसने किसे किसके नहीं हो होता होती होते गया गई गए कर करने करता लिए साथ तक
    अपने अपनी अपना था हुआ हुई हुए द्वारा बाद`,
  zh: `的 了 是 在 和 与 或 也 都 就 而 及 被 把 为 于 以 上 中 下 个 这 那 有 不 他 她 它 我 你 我们 他们 你们 什么 哪
    哪些 哪个 哪里 谁 几 多少 怎么 怎样 为什么 何 何时 吗 呢 吧 之 其 从 到 对 由 时候 一个 的 什 麼 什麼 為 於 個 這
    誰 幾 從 對 們`,
  ja: `の に は を た が で て と し れ さ ある いる も する から な こと として い や れる など なっ ない この ため その あっ
    よう また もの あり まで られ なる へ か だ これ によって により おり より による ず なり られる でき です ます でし まし
    でした ました ください 何 誰 どこ いつ なぜ どう どの どれ どんな 何の`,
  ko: `은 는 이 가 을 를 의 에 에서 와 과 도 로 으로 및 그 그리고 하지만 또는 무엇 누가 누구 어디 언제 왜 어떻게 몇
    어떤 무슨 있는 있다 하는 한다 이다 것 수 등`,
  th: `ที่ ใน และ ของ เป็น มี ได้ ให้ ว่า จะ ไม่ กับ โดย จาก แต่ หรือ ก็ มา ไป นี้ นั้น อยู่ คือ ใคร อะไร ไหน เมื่อไหร่
    เมื่อไร เมื่อใด ทำไม อย่างไร เท่าไร เท่าใด กี่ ใด ความ การ ซึ่ง ถูก แล้ว เมื่อ ต่อ เพื่อ ตาม ผู้ เขา พวก กัน`,
} as const;

/** A language with a list of function words. */
export type StopWordLanguage = keyof typeof lists;

/** The function words of each language, in lower case with accents. They carry little meaning in a query, and tell
 *  languages apart. */
export const stopWords: ReadonlyMap<StopWordLanguage, ReadonlySet<string>> = new Map(
  Object.entries(lists).map(([language, words]) => [
    language as StopWordLanguage,
    new Set(words.toLowerCase().split(/\s+/)),
  ]),
);
