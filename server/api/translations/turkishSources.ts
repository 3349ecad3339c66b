import { TEXT_LIMITS } from "../../../contract/constants.ts";
import { CREDENTIAL_FAULTS, MAX_KEY_LENGTH } from "../../../contract/credentialRules.ts";

/** What is read at a host: nominative and accusative. */
const THINGS: Readonly<Record<string, readonly [string, string]>> = {
  project: ["proje", "projeyi"],
  repository: ["depo", "depoyu"],
  space: ["alan", "alanı"],
  wiki: ["wiki", "wiki’yi"],
  site: ["site", "siteyi"],
  calendar: ["takvim", "takvimi"],
};

/** Sentences that name what is read: a word of its own for each, because Turkish changes its end. */
const ofThings = Object.fromEntries(
  Object.entries(THINGS).flatMap(([thing, [plain, object]]) => [
    [
      `{} shows this token no such ${thing}. Check the spelling and that the token may read it.`,
      `{1} bu belirtece böyle bir ${plain} göstermiyor. Yazımı ve belirtecin okuma yetkisini denetleyin.`,
    ],
    [
      `{} shows no such ${thing} to visitors. Check the spelling; a private one needs a token.`,
      `{1} ziyaretçilere böyle bir ${plain} göstermiyor. Yazımı denetleyin; özel ise belirteç gerekir.`,
    ],
    [`{} wants a token for this ${thing}.`, `{1} bu ${plain} için belirteç istiyor.`],
    [
      `{} does not show this ${thing} to visitors. Give a token that may read it.`,
      `{1} bu ${object} ziyaretçilere göstermiyor. Okuma yetkisi olan bir belirteç girin.`,
    ],
    [
      `The token is valid, but may not read this ${thing}. It needs: {}.`,
      `Belirteç geçerli, ama bu ${object} okuyamıyor. Gerekenler: {1}.`,
    ],
    [`{} has blocked this ${thing} for legal reasons.`, `{1} bu ${object} yasal nedenlerle engelledi.`],
    [
      `This is not a {}, or there is no such ${thing}: {} answers with a page that is not there. Check the address.`,
      `Bu bir {1} değil ya da böyle bir ${plain} yok: {2} olmayan bir sayfayla yanıt veriyor. Adresi denetleyin.`,
    ],
    [
      `{} has withdrawn what was asked for (410). The ${thing} may be gone for good, or this version of Clew is too old for {}.`,
      `{1} istenen şeyi kaldırmış (410). Bu ${plain} tümüyle silinmiş ya da Clew’in bu sürümü {2} için fazla eski olabilir.`,
    ],
  ]),
);

/** What the hosts of sources answer, in Turkish. See turkish.ts. */
export const SOURCES_TURKISH: Readonly<Record<string, string>> = {
  ...ofThings,
  "{} does not say which pages are restricted, so none can be read. The token needs: {}.":
    "{1} hangi sayfaların kısıtlı olduğunu söylemiyor; bu yüzden hiçbiri okunamıyor. Belirtecin ihtiyacı: {2}.",
  "{} does not accept the token. It may have expired or been revoked: reconnect with a new one.":
    "{1} belirteci kabul etmiyor. Süresi dolmuş ya da iptal edilmiş olabilir: yeni bir belirteçle yeniden bağlanın.",
  "{} does not accept the connected account any more. Connect it again in Settings > Integrations.":
    "{1} bağlı hesabı artık kabul etmiyor. Ayarlar > Entegrasyonlar’dan yeniden bağlayın.",
  "The connected account of this source does not work any more. Connect it again in Settings > Integrations.":
    "Bu kaynağın bağlı hesabı artık çalışmıyor. Ayarlar > Entegrasyonlar’dan yeniden bağlayın.",
  "You have no account connected at this provider. Connect one in Settings > Integrations, or give a token.":
    "Bu sağlayıcıda bağlı bir hesabınız yok. Ayarlar > Entegrasyonlar’dan bağlayın ya da bir belirteç girin.",
  "The connected account belongs to {} and is not sent to {}. Give a token of {} instead.":
    "Bağlı hesap {1} adresine aittir ve {2} adresine gönderilmez. Onun yerine {3} için bir belirteç girin.",
  "The credential was given for {} and is not sent to {}. Give one for this address.":
    "Kimlik bilgisi {1} için verildi ve {2} adresine gönderilmez. Bu adres için bir kimlik bilgisi girin.",
  [CREDENTIAL_FAULTS.tooLong]: `Bu, bir belirteç için fazla uzun: en çok ${TEXT_LIMITS.credential} karakter olabilir. Yalnızca belirteci kopyalayın.`,
  [CREDENTIAL_FAULTS.keyTooLong]: `Bu, bir özel anahtar için fazla uzun: en çok ${MAX_KEY_LENGTH} karakter olabilir. Yalnızca anahtarı kopyalayın.`,
  [CREDENTIAL_FAULTS.keyOdd]:
    "Özel anahtarda dosyasındakilerden başka karakter bulunmaz. Dosyayı biçimlendirmeden yeniden kopyalayın.",
  [CREDENTIAL_FAULTS.lines]:
    "Belirteç tek satırdır ve denetim karakteri içermez. Sağlayıcının sayfasından yeniden kopyalayın.",
  [CREDENTIAL_FAULTS.invisible]:
    "Burada, sohbetten ya da belgeden gelen metinlerde olduğu gibi görünmeyen bir karakter var. Sağlayıcının sayfasından kopyalayın.",
  [CREDENTIAL_FAULTS.notToken]:
    "Belirteçte yalnızca İngilizce klavyedeki harfler, rakamlar ve işaretler bulunur, boşluk bulunmaz. Sağlayıcının sayfasından yeniden kopyalayın.",
  [CREDENTIAL_FAULTS.keyForWeb]:
    "Özel anahtar, git@sunucu:yol gibi bir ssh adresi içindir. Bu adres için bir belirteç girin.",
  [CREDENTIAL_FAULTS.nameLines]: "Kullanıcı adı tek satırdır ve görünmeyen karakter içermez. Elle yazın.",
  [CREDENTIAL_FAULTS.nameColon]:
    "Kullanıcı adında iki nokta bulunmaz. Kullanıcı adını buraya, belirteci kendi alanına girin.",
  "The stored credential cannot be opened. Enter it again.": "Saklanan kimlik bilgisi açılamıyor. Yeniden girin.",
  "This address means another source by now. Remove it and link it again.":
    "Bu adres artık başka bir kaynağı gösteriyor. Kaldırıp yeniden bağlayın.",
  "The disk is nearly full: {} MB are free, and syncs leave {} MB free. This one waits until there is room.":
    "Disk neredeyse dolu: {1} MB boş ve eşitlemeler {2} MB’ı boş bırakır. Bu eşitleme yer açılana kadar bekliyor.",
  "The disk quota of the company is used up: {} MB of {} MB. This sync begins when sources are removed or the operator raises the quota.":
    "Şirketin disk kotası doldu: {1} MB / {2} MB. Bu eşitleme, kaynaklar kaldırıldığında ya da işletmeci kotayı artırdığında başlar.",
  "This sync would exceed the disk quota of the company: {} MB of {} MB. It goes on when sources are removed or the operator raises the quota.":
    "Bu eşitleme şirketin disk kotasını aşardı: {1} MB / {2} MB. Kaynaklar kaldırıldığında ya da işletmeci kotayı artırdığında sürer.",
  "This source needs more than {} MB, and the disk quota of the company leaves {} MB of {} MB. Its sync begins when there is more room.":
    "Bu kaynağa {1} MB’tan fazla yer gerekiyor; şirketin {3} MB’lık disk kotasından {2} MB kaldı. Eşitlemesi daha çok yer olduğunda başlar.",
  "The quota of the company is {} syncs at once, and so many are running. This one waits for its turn.":
    "Şirketin kotası aynı anda {1} eşitlemedir ve bu kadarı sürüyor. Bu eşitleme sırasını bekliyor.",
  "{} asks for patience: its request limit is used up. The sync goes on by itself.":
    "{1} beklenmesini istiyor: istek sınırı doldu. Eşitleme kendiliğinden sürecek.",
  "{} lets visitors ask only a few times an hour. The sync goes on by itself; with a token it is much faster.":
    "{1} ziyaretçilere saatte yalnızca birkaç istek tanıyor. Eşitleme kendiliğinden sürecek; belirteçle çok daha hızlı olur.",
  "{} asks for patience: too many requests. It is tried again later.":
    "{1} beklenmesini istiyor: çok fazla istek var. Daha sonra yeniden denenecek.",
  "{} Waiting for quota until {} UTC.": "{1} Kota saat {2} (UTC) için bekleniyor.",
  "{} cut the connection. Try again later.": "{1} bağlantıyı kesti. Daha sonra yeniden deneyin.",
  "{} cut the connection. It is tried again later.": "{1} bağlantıyı kesti. Daha sonra yeniden denenecek.",
  "{} did not answer in time. Try again later.": "{1} zamanında yanıt vermedi. Daha sonra yeniden deneyin.",
  "{} does not accept connections. It may be down, or the port may be wrong.":
    "{1} bağlantı kabul etmiyor. Kapalı olabilir ya da port yanlış olabilir.",
  "{} does not answer as GitHub does. Check the address.": "{1} GitHub gibi yanıt vermiyor. Adresi denetleyin.",
  "{} does not answer in HTTP. Check the port.": "{1} HTTP ile yanıt vermiyor. Portu denetleyin.",
  "{} gave an answer that git does not understand.": "{1} git’in anlamadığı bir yanıt verdi.",
  "{} has trouble of its own. Try again later.": "{1} şu anda kendi içinde sorun yaşıyor. Daha sonra yeniden deneyin.",
  "{} has trouble of its own ({}). Try again later.":
    "{1} şu anda kendi içinde sorun yaşıyor ({2}). Daha sonra yeniden deneyin.",
  "{} refused the request ({}): {}": "{1} isteği reddetti ({2}): {3}",
  "{} is in a private network, which this server does not contact. The operator can allow it by name or network block.":
    "{1} bu sunucunun bağlanmadığı özel bir ağda. İşletmeci adıyla ya da ağ bloğuyla izin verebilir.",
  "{} is larger than {} MB, the most that this server copies.":
    "{1}, bu sunucunun kopyaladığı en büyük boyuttan ({2} MB) daha büyük.",
  "{} redirects in circles or to nowhere. Check the address.":
    "{1} döngüye giren ya da bir yere varmayan yönlendirmeler yapıyor. Adresi denetleyin.",
  "{} redirects to {}. The credential is not sent there: give that address instead.":
    "{1} isteği {2} adresine yönlendiriyor. Kimlik bilgisi oraya gönderilmez: onun yerine o adresi girin.",
  "{} answered a {} with a redirect.": "{1} bir {2} isteğine yönlendirmeyle yanıt verdi.",
  "{} sends the reading on to another host, which is not followed.":
    "{1} okumayı başka bir sunucuya yönlendiriyor; bu izlenmez.",
  "{} sends this address on to another one. Give the address that it redirects to.":
    "{1} bu adresi başka bir adrese yönlendiriyor. Yönlendirdiği adresi girin.",
  "{} refuses the ssh key. Give a private key that may read the repository.":
    "{1} ssh anahtarını reddediyor. Depoyu okuyabilen bir özel anahtar girin.",
  "{} says that the repository is gone for good.": "{1} deponun tümüyle silindiğini söylüyor.",
  "{} asks for a credential or refuses the one given. Give a valid token that may read the repository.":
    "{1} kimlik bilgisi istiyor ya da verileni reddediyor. Depoyu okuyabilen geçerli bir belirteç girin.",
  "{} shows no such space to visitors. Check the key; a private one needs a token.":
    "{1} ziyaretçilere böyle bir alan göstermiyor. Anahtarı denetleyin; özel ise belirteç gerekir.",
  "{} shows this token no such space. Check the key and that the token may read it.":
    "{1} bu belirtece böyle bir alan göstermiyor. Anahtarı ve belirtecin okuma yetkisini denetleyin.",
  "Another project stands at this address on {} now. Remove the source and link it again.":
    "{1} üzerindeki bu adreste artık başka bir proje var. Kaynağı kaldırıp yeniden bağlayın.",
  "Another repository stands at this address on {} now. Remove the source and link it again.":
    "{1} üzerindeki bu adreste artık başka bir depo var. Kaynağı kaldırıp yeniden bağlayın.",
  "Another repository stands at this address on {} now. Remove the tracker and link it again.":
    "{1} üzerindeki bu adreste artık başka bir depo var. İzleyiciyi kaldırıp yeniden bağlayın.",
  "The host shows none of the issues that were read before. Nothing was removed: check that the token may still read them.":
    "Sunucu daha önce okunan kayıtların hiçbirini göstermiyor. Hiçbir şey silinmedi: belirtecin onları hâlâ okuyabildiğini denetleyin.",
  "git is not installed on the server, so repositories cannot be read. The operator has to install git 2.37 or newer.":
    "Sunucuda git kurulu değil, bu yüzden depolar okunamıyor. İşletmecinin git 2.37 ya da daha yenisini kurması gerekir.",
  "git did not finish in time. Try again later.": "git işini zamanında bitiremedi. Daha sonra yeniden deneyin.",
  "git needs more memory than one repository may take ({} MB).":
    "git, bir depo için ayrılandan ({1} MB) daha çok bellek istiyor.",
  "The repository has more than {} files, the most that this server reads. The operator can raise the limit (CLEW_MAX_FILES).":
    "Depoda {1} dosyadan fazlası var; bu sunucu daha fazlasını okumaz. İşletmeci sınırı yükseltebilir (CLEW_MAX_FILES).",
  "A commit of the repository changes more than {} files, the most that this server reads. The operator can raise the limit (CLEW_MAX_FILES).":
    "Deponun bir commit’i {1} dosyadan fazlasını değiştiriyor; bu sunucu daha fazlasını okumaz. İşletmeci sınırı yükseltebilir (CLEW_MAX_FILES).",
  "The repository has folders inside of each other more than {} deep, which this server does not read.":
    "Depoda {1} düzeyden daha derin iç içe klasörler var; bu sunucu bunları okumaz.",
  "The repository at that path uses another folder, which this server does not read. The operator can allow that folder as well (CLEW_ALLOWED_PATHS).":
    "Bu yoldaki depo, bu sunucunun okumadığı başka bir klasörü kullanıyor. İşletmeci o klasöre de izin verebilir (CLEW_ALLOWED_PATHS).",
  "The repository at that path has a form that this server does not read from a folder. Link it by its https or ssh address.":
    "Bu yoldaki depo, bu sunucunun klasörden okumadığı bir biçimde. Depoyu https ya da ssh adresiyle bağlayın.",
  "Files that the repository’s .clewignore leaves out: {}. They are not searched.":
    "Deponun .clewignore dosyasının dışarıda bıraktığı dosyalar: {1}. Bunlar aranmaz.",
  "There is no git repository at that address. Check it.": "Bu adreste git deposu yok. Adresi denetleyin.",
  "The repository’s .clewignore takes too long to apply. Write fewer stars.":
    "Deponun .clewignore dosyasını uygulamak çok uzun sürüyor. Daha az yıldız kullanın.",
  "git answered with more than this server reads.": "git’in yanıtı bu sunucunun okuduğundan uzun.",
  "git stopped in the middle of the history. The repository may be damaged.":
    "git geçmişin ortasında durdu. Depo hasarlı olabilir.",
  "git could not read the repository: {}": "git depoyu okuyamadı: {1}",
  "git could not read the repository: it gave no reason": "git depoyu okuyamadı ve nedenini bildirmedi",
  "The server's git is {}. Its operator has to install 2.37 or newer.":
    "Sunucudaki git sürümü {1}. İşletmecinin 2.37 ya da daha yenisini kurması gerekir.",
  "The ssh key of {} is not the one known from before. If the host was rebuilt, the operator has to remove the old key.":
    "{1} sunucusunun ssh anahtarı daha önce bilinenden farklı. Sunucu yeniden kurulduysa işletmecinin eski anahtarı kaldırması gerekir.",
  "This is no site of Atlassian: {} does not say which one it is.":
    "Bu bir Atlassian sitesi değil: {1} hangi site olduğunu söylemiyor.",
  "Something went wrong while copying. The operator's log has the details.":
    "Kopyalama sırasında bir sorun oldu. Ayrıntılar işletmecinin günlüğünde.",
  "The backtest could not be done. The operator's log has the details.":
    "Geriye dönük sınama yapılamadı. Ayrıntılar işletmecinin günlüğünde.",
  "All {} projects that the token sees are read.": "Belirtecin gördüğü {1} projenin tümü okunuyor.",
  "All {} spaces that the token sees are read.": "Belirtecin gördüğü {1} alanın tümü okunuyor.",
  "This project is archived: its issues do not change any more.": "Bu proje arşivlenmiş: kayıtları artık değişmiyor.",
  "This repository is archived: its issues do not change any more.": "Bu depo arşivlenmiş: kayıtları artık değişmiyor.",
  "Pull requests were not read: {}": "Çekme istekleri okunmadı: {1}",
  "Requests whose reviews are read later, because the host's request limit is used up: {}.":
    "Sunucunun istek sınırı dolduğu için incelemeleri daha sonra okunacak istekler: {1}.",
  "Requests whose reviews and files the host could not tell: {}. They are asked for again.":
    "Sunucunun incelemelerini ve dosyalarını veremediği istekler: {1}. Yeniden istenecekler.",
  "The repository holds paths that would write into git’s own folder or out of it. It is not copied: have them removed from its history.":
    "Depo, git’in kendi klasörüne ya da dışına yazacak yollar içeriyor. Kopyalanmıyor: geçmişinden kaldırılmalarını sağlayın.",
  "Files that are too large to be searched: {}.": "Aranamayacak kadar büyük dosyalar: {1}.",
  "Files beyond what one repository may hold, which are not searched: {}.":
    "Bir depoda bulunabilecek sayıyı aşan, bu yüzden aranmayan dosyalar: {1}.",
  "Files that the repository names and does not have: {}. Have it checked with git fsck.":
    "Deponun adını verdiği ama içermediği dosyalar: {1}. Depoyu git fsck ile denetletin.",
  "Symbolic links that lead out of the repository: {}. They were not followed.":
    "Deponun dışına çıkan sembolik bağlantılar: {1}. İzlenmediler.",
  "Paths that would write into git’s own folder: {}. Nothing was written.":
    "Git’in kendi klasörüne yazacak yollar: {1}. Hiçbir şey yazılmadı.",
  "File names with characters that cannot be seen: {}.": "Görünmeyen karakterler içeren dosya adları: {1}.",
  "Submodules, whose files are not read: {}. Link their repositories to search them.":
    "Dosyaları okunmayan alt modüller: {1}. Onlarda da arama yapmak için depolarını bağlayın.",
  "Files that Git LFS keeps elsewhere, of which only the pointer is here: {}.":
    "İçeriği Git LFS ile başka yerde tutulan, burada yalnızca işaretçisi bulunan dosyalar: {1}.",
  "There is no such source.": "Böyle bir kaynak yok.",
  "There is no such merge.": "Böyle bir birleştirme yok.",
  "This merge has been undone already.": "Bu birleştirme zaten geri alınmış.",
  "A later merge has taken this person in. Undo that one first.":
    "Daha sonraki bir birleştirme bu kişiyi içine aldı. Önce onu geri alın.",
  "One of these is not known in this project any more. Load the list again.":
    "Bunlardan biri artık bu projede bilinmiyor. Listeyi yeniden yükleyin.",
  "This server has no reader for this provider.": "Bu sunucu bu sağlayıcıyı okuyamıyor.",
  "This server does not read issues of that provider.": "Bu sunucu bu sağlayıcının kayıtlarını okuyamıyor.",
  "This server does not read repositories of that provider.": "Bu sunucu bu sağlayıcının depolarını okuyamıyor.",
  "This server does not read wikis of that provider.": "Bu sunucu bu sağlayıcının wiki’lerini okuyamıyor.",
  "This server does not read that path. The operator can allow its folder (CLEW_ALLOWED_PATHS).":
    "Bu sunucu bu yolu okumuyor. İşletmeci klasöre izin verebilir (CLEW_ALLOWED_PATHS).",
  "There is nothing at that path.": "Bu yolda hiçbir şey yok.",
  "A path is no address of this provider. Choose plain git for it.":
    "Yol, bu sağlayıcının bir adresi değildir. Onun için düz git seçin.",
  "An ssh address needs a private key (a text that begins with BEGIN … PRIVATE KEY) as its token.":
    "Bir ssh adresi, belirteç olarak özel anahtar (BEGIN … PRIVATE KEY ile başlayan bir metin) ister.",
  "Give an https address, an ssh address (git@host:path), or a path that the operator allows.":
    "Bir https adresi, bir ssh adresi (git@host:path) ya da işletmecinin izin verdiği bir yol girin.",
  "Give the address of the project, such as https://example.atlassian.net/browse/ABC.":
    "Projenin adresini girin; örneğin https://example.atlassian.net/browse/ABC.",
  "Give the address of the project, such as https://gitlab.com/group/project.":
    "Projenin adresini girin; örneğin https://gitlab.com/group/project.",
  "Give the address of the repository, such as https://bitbucket.org/workspace/repository.":
    "Deponun adresini girin; örneğin https://bitbucket.org/workspace/repository.",
  "Give the address of the repository, such as https://github.com/owner/name.":
    "Deponun adresini girin; örneğin https://github.com/owner/name.",
  "Give the address of the space, such as https://example.atlassian.net/wiki/spaces/ABC.":
    "Alanın adresini girin; örneğin https://example.atlassian.net/wiki/spaces/ABC.",
  "Leave the password out of the address. ssh uses a key.": "Adresten parolayı çıkarın. ssh bir anahtar kullanır.",
  "Leave the user name and password out of the address and give them as a credential.":
    "Kullanıcı adını ve parolayı adresten çıkarıp kimlik bilgisi olarak girin.",
  "The address names a host, but no repository on it.":
    "Adres bir sunucuyu gösteriyor, ama üzerindeki bir depoyu göstermiyor.",
  "The copy of the repository is incomplete. It is made again at the next sync.":
    "Deponun kopyası eksik. Bir sonraki eşitlemede yeniden oluşturulacak.",
  "The repository is empty: it has no commit yet.": "Depo boş: henüz commit yok.",
  "The token may not read pull requests: who reviewed what stays unknown.":
    "Belirteç çekme isteklerini okuyamıyor: kimin neyi incelediği bilinmeyecek.",
  "The token is valid, but may not read the issues. Give it read access to issues and metadata.":
    "Belirteç geçerli, ama kayıtları okuyamıyor. Kayıtlar ve üst veriler için okuma yetkisi verin.",
  "The token is valid, but lacks a permission. {} wants one of: {}.":
    "Belirteç geçerli, ama bir yetkisi eksik. {1} şunlardan birini istiyor: {2}.",
  "The token is valid, but lacks a scope: {}. Make one with it.":
    "Belirteç geçerli, ama bir kapsamı eksik: {1}. Bu kapsamla yeni bir belirteç oluşturun.",
  "The credential is valid for {}, but may not read this repository. Give it the scope to read code.":
    "Kimlik bilgisi {1} için geçerli, ama bu depoyu okuyamıyor. Kod okuma kapsamını verin.",
  "The organisation wants single sign-on: authorize the token for it on {}.":
    "Kuruluş tek oturum açma istiyor: belirteci {1} üzerinde bunun için yetkilendirin.",
  "There is no such repository, or it is private and needs a credential.":
    "Böyle bir depo yok ya da depo özel ve kimlik bilgisi gerekiyor.",
  "There is no host called {}. Check the spelling.": "{1} adında bir sunucu yok. Yazımı denetleyin.",
  "The port of {} is reserved for something else than HTTP. Check the address.":
    "{1} adresindeki bağlantı noktası HTTP dışında bir şeye ayrılmış. Adresi denetleyin.",
  "A list of {} does not end, or is longer than this server reads.":
    "{1} sunucusunun bir listesi bitmiyor ya da bu sunucunun okuyabileceğinden uzun.",
  "Discussions that are longer than this server reads were cut: {}.":
    "Bu sunucunun okuyabileceğinden uzun tartışmalar kısaltıldı: {1}.",
  "{} has left the project, so their connected account is not used for it any more. Give the source a token or an account of yours.":
    "{1} projeden ayrıldı, bu yüzden bağlı hesabı artık kullanılmıyor. Kaynağa bir belirteç ya da kendi hesabınızı verin.",
  "There was no answer within {} seconds. Try again later.":
    "{1} saniye içinde yanıt gelmedi. Daha sonra yeniden deneyin.",
  "This is not a {}: {} does not answer as one. Check the address.":
    "Bu bir {1} değil: {2} öyle yanıt vermiyor. Adresi denetleyin.",
  "The certificate of {} cannot be trusted ({}). Its operator has to repair it.":
    "{1} sunucusunun sertifikasına güvenilemiyor ({2}). İşletmecisinin düzeltmesi gerekir.",
  "The certificate of {} cannot be trusted. Its operator has to repair it.":
    "{1} sunucusunun sertifikasına güvenilemiyor. İşletmecisinin düzeltmesi gerekir.",
  "An answer of {} is larger than this server reads.":
    "{1} sunucusunun bir yanıtı bu sunucunun okuyabileceğinden büyük.",
  "An answer of {} is nested deeper than this server reads.":
    "{1} sunucusunun bir yanıtı bu sunucunun okuyabileceğinden daha derin iç içe geçmiş.",
  "An answer of {} has more parts than this server reads.":
    "{1} sunucusunun bir yanıtında bu sunucunun okuyabileceğinden fazla öğe var.",
  "An answer of {} has a number that is longer than this server reads.":
    "{1} sunucusunun bir yanıtında bu sunucunun okuyabileceğinden uzun bir sayı var.",
  "An answer of {} is compressed more than this server accepts.":
    "{1} sunucusunun bir yanıtı bu sunucunun kabul ettiğinden fazla sıkıştırılmış.",
  "{} compresses its answer in a way that this server does not read.":
    "{1} yanıtını bu sunucunun okuyamadığı bir biçimde sıkıştırıyor.",
  "The compressed answer of {} is damaged. Try again later.":
    "{1} sunucusunun sıkıştırılmış yanıtı hasarlı. Daha sonra yeniden deneyin.",
  "{} refused the request with status {}.": "{1} isteği {2} durum koduyla reddetti.",
  "{} sends more headers than this server reads.": "{1} bu sunucunun okuyabileceğinden fazla başlık gönderiyor.",
  "A proxy between this server and {} asks for a sign-in. The operator has to open the way.":
    "Bu sunucu ile {1} arasındaki bir vekil sunucu oturum açılmasını istiyor. İşletmecinin yolu açması gerekir.",
  "Addresses that start with {} are not supported. Use https.":
    "{1} ile başlayan adresler desteklenmiyor. https kullanın.",
  "Issues are switched off in this repository on {}.": "{1} üzerindeki bu depoda kayıtlar kapalı.",
  "Issues are switched off in this project on {}.": "{1} üzerindeki bu projede kayıtlar kapalı.",
  "The repository is damaged: git could not read all of it. Have it checked with git fsck where it lives.":
    "Depo hasarlı: git tamamını okuyamadı. Bulunduğu yerde git fsck ile denetletin.",
  "The server's disk is full. The operator has to make room.": "Sunucunun diski dolu. İşletmecinin yer açması gerekir.",
  "Use https: this server speaks plain http only to hosts that its operator named.":
    "https kullanın: bu sunucu düz http’yi yalnızca işletmecinin belirttiği sunucularla konuşur.",
};
